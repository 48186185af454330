/** What stands in the place of something that could not be drawn, such as a place that did not load. */

import { Component, type ReactNode } from "react";

interface Props {
  /** Where the person is: going elsewhere is another try. */
  place: string;
  children: ReactNode;
}

export class Boundary extends Component<Props, { broken: boolean; away: boolean }> {
  override state = { broken: false, away: false };

  static getDerivedStateFromError() {
    return { broken: true, away: false };
  }

  override componentDidUpdate(before: Props) {
    if (this.state.broken && before.place !== this.props.place) this.setState({ broken: false });
  }

  /** Load the page anew, once that can succeed: what did not load is not asked for again otherwise. */
  readonly #again = async () => {
    try {
      await fetch("/icon.svg", { cache: "no-store" });
      location.reload();
    } catch {
      this.setState({ away: true });
    }
  };

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <div className="page">
        <div className="problem" role="alert">
          <p>
            {this.state.away
              ? "The server still cannot be reached. Nothing was lost."
              : "This could not be shown. Check your connection and try again; nothing was lost."}
          </p>
          <button type="button" className="button" onClick={() => void this.#again()}>
            Try again
          </button>
        </div>
      </div>
    );
  }
}
