/** Around every place: where one can go, the conversations at the left, and the place itself. */

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
import { Link, NavLink, useLocation } from "react-router";

import { lists } from "../api/lists";
import { useMay } from "../api/standing";
import { SignedIn } from "../sign-in/gate";
import { Icon } from "../ui/icon";
import { Conversations } from "./conversations";

const POLL_MS = 20_000;

export function Shell({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const place = useLocation();
  useEffect(() => setOpen(false), [place]);
  useEffect(() => {
    if (!open) return;
    const close = (event: KeyboardEvent) => event.key === "Escape" && setOpen(false);
    addEventListener("keydown", close);
    return () => removeEventListener("keydown", close);
  }, [open]);

  return (
    <div className="shell">
      <a className="skip" href="#place">
        Skip to the page
      </a>
      <header className="top">
        <button
          type="button"
          className="round"
          aria-expanded={open}
          aria-controls="side"
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? "close" : "menu"} />
          <span className="unseen">Menu</span>
        </button>
        <Link to="/" className="brand">
          <img src="/icon.svg" alt="" width={22} height={22} /> OmniForge
        </Link>
      </header>
      <div id="side" className={open ? "side open" : "side"}>
        <Link to="/" className="brand wide">
          <img src="/icon.svg" alt="" width={24} height={24} /> OmniForge
        </Link>
        <Places />
        <Conversations />
        <SignedIn />
      </div>
      {open && <div className="backdrop" aria-hidden="true" onClick={() => setOpen(false)} />}
      <main id="place" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

function Places() {
  const waiting = useQuery({
    queryKey: ["questions"],
    queryFn: lists.questions,
    refetchInterval: POLL_MS,
  });
  const operates = useMay("administer") !== false;
  const count = waiting.data?.questions.length ?? 0;
  return (
    <nav aria-label="Places">
      <ul>
        <li>
          <NavLink to="/" end>
            <Icon name="plus" /> New conversation
          </NavLink>
        </li>
        <li>
          <NavLink to="/waiting">
            <Icon name="inbox" /> Waiting for you
            {count > 0 && (
              <span className="count">
                {count}
                <span className="unseen"> open</span>
              </span>
            )}
          </NavLink>
        </li>
        <li>
          <NavLink to="/activity">
            <Icon name="history" /> Activity
          </NavLink>
        </li>
        <li>
          <NavLink to="/agents">
            <Icon name="agents" /> Agents
          </NavLink>
        </li>
        <li>
          <NavLink to="/schedules">
            <Icon name="clock" /> Schedules
          </NavLink>
        </li>
        <li>
          <NavLink to="/settings">
            <Icon name="plug" /> Accounts and profile
          </NavLink>
        </li>
        {operates && (
          <li>
            <NavLink to="/operator">
              <Icon name="chart" /> Operator
            </NavLink>
          </li>
        )}
      </ul>
    </nav>
  );
}
