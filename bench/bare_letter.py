"""The least that Jinja and the email library can do: a page of sentences, and a letter of them."""

from email.message import EmailMessage
from email.policy import SMTP

from jinja2 import Environment

SENTENCES = [f"yellow puts a worker on E{number}, with logs: {number}." for number in range(40)]
PAGE = Environment(autoescape=True).from_string(
    "<!doctype html><html lang='en'><body><h1>{{ title }}</h1><ul>"
    "{% for one in sentences %}<li>{{ one }}</li>{% endfor %}</ul></body></html>"
)


def page() -> str:
    return PAGE.render(title="Giants: your turn", sentences=SENTENCES)


def letter() -> bytes:
    """The same in text and HTML, without a database, a table or a picture."""
    message = EmailMessage(policy=SMTP)
    message["Subject"] = "Giants: your turn"
    message["To"] = "ann@moai.example"
    message.set_content("\n".join(SENTENCES))
    message.add_alternative(page(), subtype="html")
    return message.as_bytes()
