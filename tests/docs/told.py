"""Every command of the pages, and who tries it: what is not named here fails the first test."""

CALL = (
    r"printf 'EHLO x\r\nMAIL FROM:<>\r\nRCPT TO:<x@bounce.moai.example>\r\nQUIT\r\n'"
    " | nc 127.0.0.1 8025"
)
REVISION = (
    "MODE=development .venv/bin/flask --app wsgi db revision"
    ' --autogenerate --rev-id 0099 -m "what it is for"'
)
DEAL = "python -m engine deal rapa-nui night.json --seats 2 --seed 00112233445566778899aabbccddeeff"
BOTS = (
    "python -m engine bots rapa-nui --seats 3 --matches 20 --seed 01"
    " --bots greedy,random,random --keep kept"
)
NODE = (
    "QUEUES=signs,post,webhooks .venv/bin/celery --quiet --app workers.app worker"
    " --concurrency 4 --without-gossip --without-mingle --loglevel info"
)
# tests/docs/test_production.py
PRODUCTION = (
    "sudo -u postgres createuser --pwprompt moai",
    "sudo -u postgres createdb --owner=moai --encoding=UTF8 --template=template0 moai",
    "export SECRET_KEY=$(python3 -c 'import secrets; print(secrets.token_urlsafe(48))')",
    "export BASE_URL=https://moai.example",
    "export SMTP_URL=smtps://user:password@mail.example:465",
    "export DATABASE_URL=postgresql://moai:password@127.0.0.1/moai",
    "export REDIS_URL=redis://127.0.0.1:6379/0",
    "make migrate",
    "make seal",
    "export BOUNCE_DOMAIN=bounce.moai.example",
    "export INBOX_HOST=127.0.0.1 INBOX_PORT=8025",
    "chmod 700 var",
    "PORT=8000 .venv/bin/honcho start",
    ".venv/bin/flask --app wsgi outages",
    ".venv/bin/flask --app wsgi cautions",
    ".venv/bin/flask --app wsgi verify",
    ".venv/bin/python -m service.deadlines resume",
    CALL,
    ".venv/bin/flask --app wsgi repair k7m2vq9xw3hjt5na --dry-run",
    ".venv/bin/flask --app wsgi repair k7m2vq9xw3hjt5na",
    ".venv/bin/flask --app wsgi quarantine list",
    ".venv/bin/flask --app wsgi quarantine lift k7m2vq9xw3hjt5nc",
    ".venv/bin/flask --app wsgi person data ann@moai.example > ann.json",
    ".venv/bin/flask --app wsgi person relink ann@moai.example",
    ".venv/bin/flask --app wsgi person erase ann@moai.example",
    ".venv/bin/flask --app wsgi retain",
    ".venv/bin/flask --app wsgi rekey",
    ".venv/bin/flask --app wsgi backup",
    ".venv/bin/flask --app wsgi backup /backups/moai-monday.dump",
    "sudo -u postgres createdb --owner=moai --encoding=UTF8 --template=template0 moai_again",
    "export DATABASE_URL=postgresql://moai:password@127.0.0.1/moai_again",
    ".venv/bin/flask --app wsgi restore /backups/moai-monday.dump",
    ".venv/bin/python -m service.store.migrate",
    ".venv/bin/python -m service.seal",
    ".venv/bin/flask --app wsgi ask-again",
    ".venv/bin/flask --app wsgi backup /backups/promoted.dump",
    "sudo -u postgres createdb --owner=moai --encoding=UTF8 --template=template0 moai_promoted",
    "export DATABASE_URL=postgresql://moai:password@127.0.0.1/moai_promoted",
    ".venv/bin/flask --app wsgi restore /backups/promoted.dump",
    "export BACKUP_KEY=$(python3 -c 'import secrets; print(secrets.token_urlsafe(48))')",
    ".venv/bin/flask --app wsgi backup /backups/moai-tuesday.encrypted",
    ".venv/bin/flask --app wsgi restore /backups/moai-tuesday.encrypted",
)
# tests/docs/test_own_machine.py
OWN_MACHINE = (
    ".venv/bin/flask --app wsgi backup /backups/moai-monday.dump",
    ".venv/bin/flask --app wsgi restore /backups/moai-monday.dump",
    ".venv/bin/flask --app wsgi verify",
    "make run PORT=9000 DATA=/tmp/moai",
)
# tests/docs/test_contributing.py, in a copy of the tree
CONTRIBUTING = (
    "make help",
    "make openapi",
    "make languages",
    "make docs",
    "make migrate",
    REVISION,
    ".venv/bin/python -m pytest tests/service/test_bell.py",
    "python -m engine COMMAND --help",
)
# Too long for a test, in need of a network, or a judge of the whole tree: make reads them, and each
# tool that it would run is there.
LONG = (
    "make test",
    "make soak",
    "make coverage",
    "make mutants",
    "make mutants ONLY=name",
    "make check",
    "make format",
    "make bench",
    "make bench ONLY=name QUICK=1",
    "make lock",
)
# Tried by another test, which is named here.
ELSEWHERE = {
    "make run": (
        "tests/journeys/test_run.py",
        'MAKE_RUN = ["make", "--no-print-directory", "run"]',
    ),
    NODE: ("tests/workers/test_order.py", 'one.startswith("QUEUES=")'),
    **dict.fromkeys(
        (
            DEAL,
            "python -m engine choices night.json",
            'python -m engine step night.json "play sing"',
            'python -m engine step night.json "play fish gatherer"',
            "python -m engine undo night.json",
            "python -m engine verify night.json",
            BOTS,
            "python -m engine verify kept/bots-1.json",
            """sed 's/"counter":3,/"counter":4,/' kept/bots-1.json > forged.json""",
            "python -m engine verify forged.json",
        ),
        ("tests/engine/test_terminal_page.py", '"docs" / "terminal.md"'),
    ),
}
# Not run, and why.
EXCUSED = {
    "tools/install": "it fetches from a package registry; every `make` begins with it",
    ".venv/bin/flask --app wsgi NAME": "NAME stands for the names of a table, which is tried",
    "python -m engine": "the program that the table's commands belong to, which are tried",
}
