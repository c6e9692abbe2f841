"""The least that Flask can do: the baseline for a request that needs no database."""

from flask import Flask, Response, jsonify

app = Flask("bare")


@app.get("/")
def answer() -> Response:
    return jsonify(status="ok")
