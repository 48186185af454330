/** What a person sees before the first message: what can be asked for here. */

const EXAMPLES = [
  "Show me emails from Sarah about the budget",
  "What's on my calendar tomorrow?",
  "Send an email to Sarah saying the budget is approved",
  "Summarize recent discussions in #project-alpha",
  "I want an agent that posts the Weekly Metrics sheet to #weekly-updates",
  "What can you do?",
];

export function Welcome({ say }: { say: (text: string) => void }) {
  return (
    <div className="welcome">
      <h1>What do you need?</h1>
      <p>
        The agent that fits does it. What changes something is shown to you first, exactly as it will
        happen.
      </p>
      <ul className="examples">
        {EXAMPLES.map((text) => (
          <li key={text}>
            <button type="button" className="choice" onClick={() => say(text)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
