/** In front of everything: whoever has to sign in does so here. */

import { useId, useState, type FormEvent, type ReactNode } from "react";

import { Empty, Loading, Problem } from "../ui/states";
import { begin, useStanding, type Standing } from "./standing";

export function Gate({ children }: { children: ReactNode }) {
  const standing = useStanding();
  if (standing.at === "in") return <>{children}</>;
  return (
    <main className="gate">
      <p className="brand">
        <img src="/icon.svg" alt="" width={28} height={28} /> OmniForge
      </p>
      <Door standing={standing} />
    </main>
  );
}

function Door({ standing }: { standing: Exclude<Standing, { at: "in" }> }) {
  switch (standing.at) {
    case "coming":
      return <Loading what="OmniForge" />;
    case "failed":
      return <Problem error={standing.error} again={() => void begin()} />;
    case "closed":
      return (
        <Empty title="Nobody can sign in here yet">
          <p>Whoever runs this server has to set {standing.missing.join(" and ")}.</p>
        </Empty>
      );
    case "out":
      return standing.with === "secret" ? <Secret {...standing} /> : <ToAccount {...standing} />;
  }
}

function ToAccount({ why, enter }: Extract<Standing, { at: "out" }>) {
  const [error, setError] = useState<unknown>(null);
  const [leaving, setLeaving] = useState(false);
  return (
    <>
      <h1>Sign in</h1>
      {why !== "" && (
        <p className="problem" role="alert">
          {why}
        </p>
      )}
      <button
        type="button"
        className="button primary"
        disabled={leaving}
        onClick={() => {
          setLeaving(true);
          enter("").catch((failed: unknown) => {
            setError(failed);
            setLeaving(false);
          });
        }}
      >
        Sign in with your work account
      </button>
      {error !== null && <Problem error={error} />}
    </>
  );
}

function Secret({ why, enter }: Extract<Standing, { at: "out" }>) {
  const [secret, setSecret] = useState("");
  const field = useId();
  const go = (event: FormEvent) => {
    event.preventDefault();
    void enter(secret.trim());
  };
  return (
    <form onSubmit={go}>
      <h1>Sign in</h1>
      {why !== "" && (
        <p className="problem" role="alert">
          {why}
        </p>
      )}
      <label htmlFor={field}>The server’s LOCAL_SECRET</label>
      <input
        id={field}
        type="password"
        autoComplete="off"
        required
        value={secret}
        onChange={(event) => setSecret(event.target.value)}
      />
      <button type="submit" className="button primary">
        Sign in
      </button>
    </form>
  );
}

/** Who is signed in, and the way out; nothing where nobody has to. */
export function SignedIn() {
  const standing = useStanding();
  if (standing.at !== "in" || standing.leave === null) return null;
  const { name, leave } = standing;
  return (
    <p className="signed-in">
      <span title={name}>{name}</span>
      <button type="button" className="link" onClick={() => void leave()}>
        Sign out
      </button>
    </p>
  );
}
