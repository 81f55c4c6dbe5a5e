/** Secrets that a test can find again wherever they come to light. */
export class Marked {
  private readonly all = new Map<string, string>();

  /** A new secret of a place where secrets enter; it has what texts, URLs and JSON write in another way. */
  secret(place: string): string {
    const text = `${place}-9c4f "q"\\&+/=%${this.all.size}ü`;
    this.all.set(place, text);
    return text;
  }

  /** A secret that others have made. */
  add(place: string, text: string): void {
    this.all.set(place, text);
  }

  /** The places whose secret a text shows, as it is or in another form. */
  shownIn(text: string): string[] {
    return [...this.all].flatMap(([place, secret]) =>
      formsOf(secret).flatMap(([form, written]) => (text.includes(written) ? [`${place} (${form})`] : [])),
    );
  }
}

/** The forms in which a secret may be written. */
const formsOf = (secret: string): [string, string][] => [
  ["as it is", secret],
  ["in JSON", JSON.stringify(secret).slice(1, -1)],
  ["in JSON in JSON", JSON.stringify(JSON.stringify(secret)).slice(3, -3)],
  ["in a URL", encodeURIComponent(secret)],
  ["in a form", new URLSearchParams({ a: secret }).toString().slice(2)],
  ["in base64", Buffer.from(secret).toString("base64").replace(/=+$/, "")],
  ["in base64url", Buffer.from(secret).toString("base64url")],
];
