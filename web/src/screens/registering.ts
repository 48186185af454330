/** What a person writes to register something of another system. */

const LONGEST = 20;

/** A name as the short one that stands in addresses: "Issue Tracker" is `issue-tracker`. */
export function shortened(name: string): string {
  const plain = name.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "");
  const words = plain.replace(/[^a-z0-9]+/g, "-").slice(0, LONGEST + 1);
  return words.replace(/^-+/, "").slice(0, LONGEST).replace(/-+$/, "");
}
