/** A quoted key in parentheses, each of the four marks plain or percent-encoded: `('hotels')`. */
const quotedKey = /(?:\(|%28)(?:'|%27)((?:(?!%27)[^'/]|(?:'|%27){2})*)(?:'|%27)(?:\)|%29)/gi;

/** The slash form of a path in OData form: `/indexes('a')/docs/search.post.search` is `/indexes/a/docs/search`. */
export function slashForm(path: string): string {
  return path
    .replace(quotedKey, (_, key: string) => `/${key.replaceAll(/(?:'|%27){2}/gi, "'")}`)
    .replace(/\/search\.(?:post\.)?(\w+)$/, "/$1");
}
