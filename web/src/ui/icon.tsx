/** Line icons, drawn in the colour of the text. They never stand without a label. */

const PATHS = {
  plus: "M12 5v14M5 12h14",
  inbox: "M4 13l2.5-8h11L20 13v6H4zM4 13h5l1 2.5h4l1-2.5h5",
  history: "M4 12a8 8 0 1 0 2.6-5.9M4 4v4h4M12 8v4.5l3 1.5",
  agents: "M12 4a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM5 20c.6-4 3.4-6 7-6s6.4 2 7 6",
  clock: "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM12 8v4.5l3 1.8",
  plug: "M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4",
  chart: "M5 20V11M12 20V4M19 20v-6",
  menu: "M4 7h16M4 12h16M4 17h16",
  more: "M6 12h.01M12 12h.01M18 12h.01",
  send: "M5 12h13M12 5.5l6.5 6.5-6.5 6.5",
  clip: "M8 12.5l6-6a3 3 0 0 1 4.2 4.2l-7.8 7.8a5 5 0 0 1-7-7L11 4",
  stop: "M7 7h10v10H7z",
  close: "M6 6l12 12M18 6L6 18",
  check: "M5 12.5l4.5 4.5L19 7.5",
  search: "M11 5a6 6 0 1 1 0 12 6 6 0 0 1 0-12zM15.5 15.5L20 20",
  undo: "M9 6L5 10l4 4M5 10h9a5 5 0 0 1 0 10h-3",
  warning: "M12 4l9 16H3zM12 10v4.5M12 17.2v.1",
  back: "M14 6l-6 6 6 6",
} as const;

export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
