/** What the organisation wants confirmed or refused, on top of every tool's own rules. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState, type FormEvent } from "react";

import { lists } from "../api/lists";
import type { PolicyOutput, ToolView } from "../api/schema";
import { useMay } from "../api/standing";
import { Found, Problem } from "../ui/states";
import { serviceOf, toolInWords } from "../ui/words";
import { domainsIn, held, toolRules, type Hold } from "./organisation";
import { Page } from "./page";

const LEAST: [PolicyOutput["at_least"], string][] = [
  ["low", "As each tool’s own rules say"],
  ["medium", "Every change is shown before it is made"],
  ["high", "Every change takes an explicit yes"],
];
const HOLDS: Record<Hold, string> = { confirmed: "Always takes an explicit yes", refused: "Never used" };
const APPROVERS = ["approver", "admin", "owner"];

export default function PolicyPage() {
  const policy = useQuery({ queryKey: ["policy"], queryFn: lists.policy });
  const tools = useQuery({ queryKey: ["tools"], queryFn: lists.tools });
  return (
    <Page
      title="Policy"
      about="What holds for everybody in the organisation. It can only tighten what the tools’ own rules ask for."
    >
      <Found query={policy} what="the policy">
        {(found) => <PolicyForm policy={found} tools={tools.data ?? []} />}
      </Found>
    </Page>
  );
}

function PolicyForm({ policy, tools }: { policy: PolicyOutput; tools: ToolView[] }) {
  const cache = useQueryClient();
  const locked = useMay("administer") === false;
  const [now, setNow] = useState(policy);
  const [domains, setDomains] = useState(policy.recipients.join(", "));
  const save = useMutation({
    mutationFn: () => lists.savePolicy({ ...now, recipients: domainsIn(domains) }),
    onSuccess: (saved) => {
      cache.setQueryData(["policy"], saved);
      setNow(saved);
      setDomains(saved.recipients.join(", "));
    },
  });

  function change(to: PolicyOutput) {
    save.reset();
    setNow(to);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate();
  }

  const roles = [...new Set([...APPROVERS, ...(policy.approver ? [policy.approver] : [])])];
  return (
    <form className="form" onSubmit={submit}>
      {locked && <p className="quiet">Only an administrator of your organisation can change it.</p>}
      <fieldset disabled={locked || save.isPending} className="form">
        <legend className="unseen">Policy</legend>
        <section>
          <h2>Changes</h2>
          <div role="radiogroup" aria-label="Changes" className="choices-list">
            {LEAST.map(([least, said]) => (
              <label key={least} className="check">
                <input
                  type="radio"
                  name="at_least"
                  checked={now.at_least === least}
                  onChange={() => change({ ...now, at_least: least })}
                />
                {said}
              </label>
            ))}
          </div>
        </section>
        <Tools policy={now} tools={tools} change={change} />
        <section>
          <h2>Where anything may be sent</h2>
          <label>
            Domains, besides your own
            <input
              value={domains}
              placeholder="Anywhere"
              onChange={({ target }) => {
                save.reset();
                setDomains(target.value);
              }}
            />
          </label>
        </section>
        <section>
          <h2>A second person</h2>
          <label>
            Who agrees to what has a high risk
            <select
              value={now.approver}
              onChange={({ target }) => change({ ...now, approver: target.value })}
            >
              <option value="">Whoever asked for it</option>
              {roles.map((role) => (
                <option key={role} value={role}>
                  Somebody else with the role “{role}”
                </option>
              ))}
            </select>
          </label>
          {now.approver && (
            <p className="quiet small">
              Nobody approves what they asked for themselves, so at least two people need this role.
            </p>
          )}
        </section>
      </fieldset>
      {save.isError && <Problem error={save.error} names={{ recipients: "Domains" }} />}
      {!locked && (
        <div className="actions start">
          <button type="submit" className="button primary" disabled={save.isPending}>
            Save the policy
          </button>
          {save.isSuccess && <span role="status">Saved.</span>}
        </div>
      )}
    </form>
  );
}

function Tools({
  policy,
  tools,
  change,
}: {
  policy: PolicyOutput;
  tools: ToolView[];
  change: (to: PolicyOutput) => void;
}) {
  const id = useId();
  const [tool, setTool] = useState("");
  const rules = toolRules(policy);
  const free = tools.filter(({ name }) => !rules.some((rule) => rule.tool === name));
  const services = [...new Set(free.map(({ name }) => serviceOf(name)))];
  return (
    <section>
      <h2>Tools</h2>
      {rules.length === 0 && <p className="quiet">Each is used by its own rules.</p>}
      <ul className="rows" aria-label="Tools with a rule">
        {rules.map((rule) => (
          <li key={rule.tool} className="row">
            <p>{toolInWords(rule.tool)}</p>
            <div className="end">
              <select
                aria-label={`What holds for ${toolInWords(rule.tool)}`}
                value={rule.hold}
                onChange={({ target }) => change(held(policy, rule.tool, target.value as Hold))}
              >
                {Object.entries(HOLDS).map(([hold, said]) => (
                  <option key={hold} value={hold}>
                    {said}
                  </option>
                ))}
              </select>
              <button
                type="button"
                className="button"
                onClick={() => change(held(policy, rule.tool, null))}
              >
                Remove<span className="unseen"> the rule for {toolInWords(rule.tool)}</span>
              </button>
            </div>
          </li>
        ))}
      </ul>
      <div>
        <label htmlFor={id}>A rule for a tool</label>
        <div className="actions start">
          <select id={id} value={tool} onChange={({ target }) => setTool(target.value)}>
            <option value="">Choose a tool</option>
            {services.map((service) => (
              <optgroup key={service} label={service}>
                {free
                  .filter(({ name }) => serviceOf(name) === service)
                  .map(({ name }) => (
                    <option key={name} value={name}>
                      {toolInWords(name)}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
          <button
            type="button"
            className="button"
            disabled={tool === ""}
            onClick={() => {
              change(held(policy, tool, "confirmed"));
              setTool("");
            }}
          >
            Add the rule
          </button>
        </div>
      </div>
    </section>
  );
}
