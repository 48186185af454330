from bench import prompts


async def test_everyday_prompts_are_short_and_mostly_never_change():
    measured = await prompts.prompts()

    assert prompts.summary(measured)["most_tokens"] <= prompts.MOST_TOKENS
    assert prompts.summary(measured)["least_stable"] >= prompts.LEAST_STABLE
    assert max(one.tools for one in measured) <= 20
    assert "search mail" in prompts.report(measured)
