"""GET /games and GET /games/{game}."""

from flask.testing import FlaskClient


def test_both_games_are_on_offer_with_their_seats(client: FlaskClient) -> None:
    answer = client.get("/api/v1/games")
    assert answer.json is not None
    seats = {game["slug"]: game["seats"] for game in answer.json["items"]}

    assert answer.status_code == 200
    assert answer.json["next"] is None
    assert seats == {"giants": [3, 4, 5], "rapa-nui": [2, 3, 4]}


def test_one_game_is_what_the_list_says_of_it(client: FlaskClient) -> None:
    listed = client.get("/api/v1/games").json
    assert listed is not None

    for game in listed["items"]:
        whole = client.get(f"/api/v1/games/{game['slug']}").json
        assert whole is not None
        assert whole.pop("action_schema")["oneOf"]
        assert whole == game


def test_what_a_client_has_already_is_not_sent_again(client: FlaskClient) -> None:
    tag = client.get("/api/v1/games").headers["ETag"]
    again = client.get("/api/v1/games", headers={"If-None-Match": tag})
    other = client.get("/api/v1/games", headers={"If-None-Match": '"other"'})

    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["ETag"] == tag
    assert again.headers["Content-Security-Policy"]
    assert other.status_code == 200
