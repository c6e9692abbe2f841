"""The commands about oneself: log in and out, one's matches, one's keys."""

from collections.abc import Iterator

from moaipost import links
from moaipost.answers import Renewal
from moaipost.keys import Key
from moaipost.links import Link
from moaipost.terminal import logins, prose
from moaipost.terminal.desk import Desk
from moaipost.terminal.said import Exit, Said, Trouble

WAYS_ON = {
    "invitation": "moaipost accept takes the seat, moaipost decline leaves it.",
    "confirm": "moaipost confirm sends the invitations.",
    "host": "Your tools are on the link's page.",
}


def login(desk: Desk) -> Iterator[Said]:
    if desk.given.link is None:
        yield _by_key(desk)
        return
    link = desk.link(desk.given.link)
    url = desk.service(link.url).wire.url
    if link.kind == "player":
        yield _as_player(desk, url, link)
        return
    if link.match is None or link.kind in ("voice", "unsubscribe"):
        raise Trouble(f"A link for {link.kind} is for its page: open it in a browser.")
    kept = desk.logins.keep(link.match, url, **{link.kind: link.token})
    kept.key = desk.given.key or kept.key
    kept.authority = None if link.url in (None, url) else links.authority(str(link.url))
    text = _seated(desk) if link.kind in ("seat", "turn") else _noted(desk, link, url)
    desk.save()
    yield Said({"match": link.match, "kind": link.kind, "seat": link.seat, "url": url}, text)


def _by_key(desk: Desk) -> Said:
    """A registered key is enough to act: the seat is named, and what is sent is signed."""
    given = desk.given
    if None in (given.key, given.match, given.seat):
        raise Trouble("Log in with a link, or with all of --key, --match and --seat.")
    key, service = desk.key(given.key), desk.service()
    standing = service.match(given.match)
    kept = desk.logins.keep(given.match, service.wire.url)
    kept.key, kept.seat = given.key, given.seat
    desk.save()
    text = f"{prose.standing(standing)}\nWhat you send for seat {given.seat} is signed by {key.id}."
    return Said({"match": given.match, "seat": given.seat, "keyid": key.id}, text)


def _as_player(desk: Desk, url: str, link: Link) -> Said:
    me = desk.service(url).player(link.token).me()
    desk.logins.players[url] = link.token
    desk.save()
    return Said(me, f"Hello {me['name']}: moaipost matches lists your matches.")


def _seated(desk: Desk) -> str:
    """Before anything is kept: whether the token is good."""
    desk.given.match = None
    sight = desk.seat().view()
    game, view = prose.seen(sight)
    who = game.show(view, "seat", sight["seat"])
    return f"You sit at {game.meta.title}, match {sight['match']}, as {who}."


def _noted(desk: Desk, link: Link, url: str) -> str:
    match = str(link.match)
    return f"{prose.standing(desk.service(url).match(match))}\n{WAYS_ON[link.kind]}"


def logout(desk: Desk) -> Iterator[Said]:
    """Forget one match, or everything; the tokens stay valid, as the letters have them too."""
    if desk.given.all:
        gone = list(desk.logins.matches)
        desk.logins = logins.Logins()
    else:
        gone = [desk.match()]
        if gone[0] not in desk.logins.matches:
            raise Trouble(f"You are not logged in to {gone[0]}.", Exit.NOT_LET_IN)
        desk.logins.forget(gone[0])
    desk.save()
    yield Said({"forgotten": gone}, f"Forgotten: {', '.join(gone) or 'nothing was kept'}.")


def use(desk: Desk) -> Iterator[Said]:
    desk.given.match = desk.given.which
    match = desk.match()
    if match not in desk.logins.matches:
        raise Trouble(f"You are not logged in to {match}.", Exit.NOT_LET_IN)
    desk.logins.current = match
    desk.save()
    yield Said({"current": match}, f"{match} is meant from now on.")


def matches(desk: Desk) -> Iterator[Said]:
    """Public ones where that is asked; else all of a person's, and all that was logged in to."""
    if desk.given.public:
        found = list(desk.service().matches(desk.given.game, desk.given.status))
        yield Said(found, "\n".join(map(prose.standing, found)) or "There is no such match.")
        return
    mine = {
        one["match"]["match"]: one["match"]
        for url, token in desk.logins.players.items()
        for one in desk.service(url).player(token).matches()
    }
    others = {
        match: desk.service(login.url).match(match)
        for match, login in desk.logins.matches.items()
        if match not in mine
    }
    listed = [*mine.values(), *others.values()]
    text = "\n".join(
        f"{'*' if one['match'] == desk.logins.current else ' '} {prose.standing(one)}"
        for one in listed
    )
    yield Said(listed, text or "No match yet: moaipost login LINK, or moaipost open GAME.")


# --- links


def new_links(desk: Desk) -> Iterator[Said]:
    """What was replaced is forgotten here: the letter's links are logged in with anew."""
    given = desk.given
    if given.all:
        url = desk.service().wire.url
        token = desk.logins.players.get(url)
        if token is None:
            raise Trouble("Log in with the link of your own page first.", Exit.NOT_LET_IN)
        answer = desk.service(url).player(token).new_links(keep_programs=given.keep_programs)
        del desk.logins.players[url]
        gone = [match for match, login in desk.logins.matches.items() if login.url == url]
    else:
        answer, gone = _of_match(desk, desk.match()), [desk.match()]
    for match in gone:
        desk.logins.forget(match)
    desk.save()
    yield Said(answer, "The old links are dead. A letter brings the new ones: log in with those.")


def _of_match(desk: Desk, match: str) -> Renewal:
    login = desk.logins.matches.get(match)
    if desk.given.host:
        token = None if login is None else login.tokens.get("host")
        if login is None or token is None:
            raise Trouble(f"You do not host {match} here.", Exit.NOT_LET_IN)
        return desk.service(login.url).host(token).new_links(keep_programs=desk.given.keep_programs)
    return desk.seat().new_links(keep_programs=desk.given.keep_programs)


# --- keys


def key_new(desk: Desk) -> Iterator[Said]:
    name, key = desk.given.name, Key.new()
    path = desk.key_path(name)
    path.parent.mkdir(mode=logins.OWNER_ONLY_FOLDER, parents=True, exist_ok=True)
    try:
        key.save(path)
    except FileExistsError as fault:
        raise Trouble(f"{path} is there already; a key is not overwritten.") from fault
    yield Said(
        {"name": name, "id": key.id, "file": str(path)}, f"{path} holds a new key, {key.id}."
    )


def key_register(desk: Desk) -> Iterator[Said]:
    """From now on what this seat sends is signed with it."""
    name = desk.given.name
    key = desk.key(name)
    answer = desk.seat().register(key)
    desk.logins.matches[desk.match()].key = name
    desk.save()
    yield Said(answer, f"{key.id} is registered: what you send is signed from now on.")


def key_list(desk: Desk) -> Iterator[Said]:
    found = desk.seat().keys()
    lines = [f"{one['keyid']}  since {prose.moment(one['created_at'])}" for one in found["items"]]
    yield Said(found, "\n".join(lines) or "This seat has no key.")


def key_revoke(desk: Desk) -> Iterator[Said]:
    """By its id, or by the name of its file."""
    asked, login = desk.given.id, desk.logins.matches.get(desk.match())
    gone = desk.key(asked).id if desk.key_path(asked).exists() else asked
    desk.seat().revoke(gone)
    if login is not None and login.key is not None and desk.key(login.key).id == gone:
        login.key = None
        desk.save()
    yield Said({"revoked": gone}, f"{gone} is revoked.")
