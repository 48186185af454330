import type { ReactNode } from "react";

import { useTitle } from "../ui/title";

/** A place with a heading, beside the conversation. */
export function Page({
  title,
  about,
  children,
}: {
  title: string;
  about?: ReactNode;
  children: ReactNode;
}) {
  useTitle(title);
  return (
    <div className="page">
      <header>
        <h1>{title}</h1>
        {about && <p className="quiet">{about}</p>}
      </header>
      {children}
    </div>
  );
}
