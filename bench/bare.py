"""The least that Flask can do: the baseline for a request that needs no database."""

from flask import Flask, Response, jsonify

from bench import bare_letter

app = Flask("bare")


@app.get("/")
def answer() -> Response:
    return jsonify(status="ok")


@app.get("/page")
def page() -> str:
    return bare_letter.page()
