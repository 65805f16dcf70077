"""How actions are written and spoken of, in English and in Chinese."""

from __future__ import annotations

import re
from collections.abc import Mapping

from quack.game.actions import Kind

_WORDS: Mapping[Kind, str] = {
    "wait": r"wait|等待",
    "move": r"move(?:[ _]to)?|go(?:[ _]?to)?|移动到?|前往",
    "do_task": r"do[ _]?task|做任务|执行任务",
    "report": r"report(?:[ _]body)?|报告(?:尸体)?",
    "call_meeting": r"call[ _]?meeting|召开(?:紧急)?会议",
    "kill": r"kill|击杀|杀死",
}
FORM = re.compile(
    "|".join(rf"(?P<{kind}>(?<![A-Za-z0-9_])(?:{words}))" for kind, words in _WORDS.items()).join(("(?:", ")"))
    + r"\((?P<target>(?:[^()\n]|\([^()\n]{0,100}\)){0,200})\)",
    re.IGNORECASE,
)
_PHRASES: Mapping[Kind, str] = {
    "wait": r"(?:wait|stay)(?: here)?|等待|原地等待",
    "move": r"(?:move|go|walk|head)(?: back)?(?: (?:in)?to(?:wards?)?)?(?: the)?[ :]\s*(?P<target>.{1,80})"
    r"|(?:移动到?|前往|去)\s*(?P<other>.{1,80})",
    "do_task": r"do[ _](?:my |the |a )?task|(?:做|执行)(?:我的)?任务",
    "report": r"report(?: (?:the |a )?(?:dead )?body.{0,40})?|报告(?:尸体)?",
    "call_meeting": r"call[ _](?:a |an |the )?(?:emergency )?meeting|press the (?:emergency )?button"
    r"|召开(?:紧急)?会议",
    "kill": r"kill[ :]\s*(?P<target>.{1,80})|(?:击杀|杀死)\s*(?P<other>.{1,80})",
}
BARE = {kind: re.compile(words, re.IGNORECASE) for kind, words in _PHRASES.items()}
MEANT = re.compile(
    r"(?<!\w)I(?:'ll| will|'m going to| am going to| choose to| decide to| want to)(?: now| just)? "
    r"(?:(?:(?P<move>move|go|head|walk)(?: back)? (?:in)?to(?:wards?)? |(?P<kill>kill) )(?P<target>[^.,;:!?\n]{1,60})"
    r"|(?P<wait>wait|stay)(?!\w)|(?P<do_task>do|continue|work on) my task)"
    r"|我(?:要|会|将|选择|决定|打算)(?:(?:(?P<zh_move>移动到|前往|去)|(?P<zh_kill>击杀|杀死))"
    r"(?P<zh_target>[^.,;:!?。\n]{1,30})|(?P<zh_wait>等待)|(?P<zh_do_task>做任务))",
    re.IGNORECASE,
)
KINDS = {kind: re.compile(words, re.IGNORECASE) for kind, words in _WORDS.items()}
VERB = re.compile(
    "|".join((*_WORDS.values(), "stay", "walk", "head", "press", "my task", r"do[ _]", "call[ _]", "做", "执行", "去")),
    re.I,
)
