"""Completions for three shells, made from the table of commands."""

from collections.abc import Callable, Iterable

from moaipost.terminal.arguments import COMMANDS, EVERYWHERE, Argument, Command

BASH = """\
# moaipost in bash: moaipost completion bash > ~/.local/share/bash-completion/completions/moaipost
_moaipost() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} words
    case ${{COMP_WORDS[1]}} in
{cases}
        *) words="{commands}" ;;
    esac
    [ "$COMP_CWORD" -eq 1 ] && words="{commands}"
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}}
complete -o default -F _moaipost moaipost
"""
ZSH = """\
#compdef moaipost
# moaipost in zsh: moaipost completion zsh > "${{fpath[1]}}/_moaipost"
local -a commands words
commands=(
{commands}
)
if (( CURRENT == 2 )); then
    _describe command commands
    return
fi
case $words[2] in
{cases}
esac
_files
"""
FISH = """\
# moaipost in fish: moaipost completion fish > ~/.config/fish/completions/moaipost.fish
complete -c moaipost -n __fish_use_subcommand -f
{lines}
"""


def script(shell: str) -> str:
    return _SHELLS[shell]()


def _flags(arguments: Iterable[Argument]) -> list[str]:
    return [flag for one in arguments for flag in one.flags if flag.startswith("--")]


def _after(command: Command) -> list[str]:
    """What may follow a command: its flags, its values, and the words below it."""
    values = [
        str(one) for argument in command.arguments for one in argument.words.get("choices", ())
    ]
    below = [one.name for one in command.below]
    return [*below, *values, *_flags((*command.arguments, *EVERYWHERE))]


def _bash() -> str:
    cases = [f'        {one.name}) words="{" ".join(_after(one))}" ;;' for one in COMMANDS]
    return BASH.format(cases="\n".join(cases), commands=" ".join(one.name for one in COMMANDS))


def _zsh() -> str:
    listed = [
        f"    '{one.name}:{_quoted(one.help).replace(':', chr(92) + ':')}'" for one in COMMANDS
    ]
    cases = [f"    {one.name}) compadd -- {' '.join(_after(one))} ;;" for one in COMMANDS]
    return ZSH.format(commands="\n".join(listed), cases="\n".join(cases))


def _fish() -> str:
    lines = [
        f"complete -c moaipost -n __fish_use_subcommand -a {one.name} -d '{_quoted(one.help)}'"
        for one in COMMANDS
    ]
    lines += [
        f"complete -c moaipost -n '__fish_seen_subcommand_from {one.name}' {_offered(word)}"
        for one in COMMANDS
        for word in _after(one)
    ]
    return FISH.format(lines="\n".join(lines))


def _offered(word: str) -> str:
    return f"-l {word.removeprefix('--')}" if word.startswith("--") else f"-a {word}"


def _quoted(text: str) -> str:
    return text.replace("'", "")


_SHELLS: dict[str, Callable[[], str]] = {"bash": _bash, "zsh": _zsh, "fish": _fish}
