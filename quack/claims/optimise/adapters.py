"""How questions are put while a program is improved: no answer breaks anything off, however it looks."""

from __future__ import annotations

from typing import Any, Self

import dspy
from dspy.utils.exceptions import AdapterParseError

from quack.claims.model.adapter import ClaimAdapter
from quack.claims.model.calls import Asker
from quack.providers.faults import Fault


class TrialAdapter(ClaimAdapter):
    """Puts the question as the extractor does; an answer without claims is none, and says why it is."""

    def __init__(self) -> None:
        # The model itself is patient.
        super().__init__(Asker(retries=0))

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __call__(
        self,
        lm: dspy.BaseLM,
        lm_kwargs: dict[str, Any],
        signature: type[dspy.Signature],
        demos: list[dict[str, Any]],
        inputs: dict[str, Any],
    ) -> list[dict[str, Any]]:
        """The answer; what can't be used is an empty one with the reason as `unread`."""
        try:
            return super().__call__(lm, lm_kwargs, signature, demos, inputs)
        except Fault as fault:
            return [{"claims": [], "unread": f"{fault.cause}: {fault.detail}".removesuffix(": ")}]


class ProposalAdapter(dspy.ChatAdapter):
    """Puts the questions of optimisers; an answer in no form at all is taken for what was asked for."""

    def __init__(self) -> None:
        super().__init__(use_json_adapter_fallback=False)

    def parse(self, signature: type[dspy.Signature], completion: str) -> dict[str, Any]:
        """The fields of an answer.

        Raises:
            AdapterParseError: several fields are wanted, and not there.
        """
        try:
            fields: dict[str, Any] = super().parse(signature, completion)
        except AdapterParseError:
            if len(signature.output_fields) != 1:
                raise
            fields = {}
        return {name: fields.get(name) or completion.strip() for name in signature.output_fields}
