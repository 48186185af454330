/** The places of the client, each with its address. */

import { lazy, Suspense } from "react";
import { Link, Route, Routes, useLocation } from "react-router";

import { Chat, New } from "./chat/chat";
import { Shell } from "./shell/shell";
import { Boundary } from "./ui/boundary";
import { Empty, Loading } from "./ui/states";

// The conversation is there at once; the other places are loaded when somebody goes there.
const Waiting = lazy(() => import("./screens/waiting"));
const Activity = lazy(() => import("./screens/activity"));
const Trace = lazy(() => import("./screens/trace"));
const Agents = lazy(() => import("./screens/agents"));
const AgentPage = lazy(() => import("./screens/agent"));
const Schedules = lazy(() => import("./screens/schedules"));
const Settings = lazy(() => import("./screens/settings"));
const Policy = lazy(() => import("./screens/policy"));
const Systems = lazy(() => import("./screens/systems"));
const Operator = lazy(() => import("./screens/operator"));

export function App() {
  const { pathname } = useLocation();
  return (
    <Shell>
      <Boundary place={pathname}>
        <Suspense fallback={<Loading what="the page" />}>
          <Routes>
            <Route path="/" element={<New />} />
            <Route path="/c/:thread" element={<Chat />} />
            <Route path="/c/:thread/turns/:turn" element={<Trace />} />
            <Route path="/waiting" element={<Waiting />} />
            <Route path="/activity" element={<Activity />} />
            <Route path="/agents" element={<Agents />} />
            <Route path="/agents/:agent" element={<AgentPage />} />
            <Route path="/schedules" element={<Schedules />} />
            <Route path="/settings" element={<Settings />} />
            <Route path="/policy" element={<Policy />} />
            <Route path="/systems" element={<Systems />} />
            <Route path="/operator" element={<Operator />} />
            <Route path="*" element={<Nowhere />} />
          </Routes>
        </Suspense>
      </Boundary>
    </Shell>
  );
}

function Nowhere() {
  return (
    <Empty title="There is nothing here">
      <p>
        <Link to="/">Begin a conversation</Link>
      </p>
    </Empty>
  );
}
