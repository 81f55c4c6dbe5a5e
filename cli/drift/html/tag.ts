const marks: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** A text as HTML shows it, whatever it holds. */
export const text = (value: string): string => value.replaceAll(/[&<>"']/g, (mark) => marks[mark]!);

/** An element; its attributes are texts, its content is HTML. */
export function tag(name: string, attributes: Record<string, string>, content: string): string {
  const all = Object.entries(attributes).map(([key, value]) => ` ${key}="${text(value)}"`);
  return `<${name}${all.join("")}>${content}</${name}>`;
}
