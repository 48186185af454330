/** What will happen, drawn: fields, the text that goes out, before and after, warnings. */

import type { Card } from "../api/schema";
import { Icon } from "../ui/icon";

export function CardView({ card }: { card: Card }) {
  return (
    <>
      {card.warnings.length > 0 && (
        <ul className="warnings">
          {card.warnings.map((warning) => (
            <li key={warning}>
              <Icon name="warning" />
              <span>{warning}</span>
            </li>
          ))}
        </ul>
      )}
      {card.fields.length > 0 && (
        <dl className="fields">
          {card.fields.map(([label, value], place) => (
            <div key={place}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {card.body && <blockquote className="body">{card.body}</blockquote>}
      {card.differences.length > 0 && (
        <table className="differences">
          <thead>
            <tr>
              <th scope="col">
                <span className="unseen">What</span>
              </th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {card.differences.map(({ label, before, after }, place) => (
              <tr key={place}>
                <th scope="row">{label}</th>
                <td>{before ? <del>{before}</del> : "–"}</td>
                <td>{after ? <ins>{after}</ins> : "–"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
