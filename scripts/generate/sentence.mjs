// What a field means, in words.

/**
 * What a field means, with the rule that it keeps and its default.
 * @param {import("./shapes.mjs").Field} field
 */
export const sentence = ({ about, defaultValue, shape }) =>
  [
    about,
    ...("rule" in shape && shape.rule !== undefined ? [ruleIn(shape.rule)] : []),
    ...(defaultValue !== undefined && !/default/i.test(about) ? [`Default \`${JSON.stringify(defaultValue)}\`.`] : []),
  ].join(" ");

const ruleIn = (/** @type {string} */ rule) => `${rule.replace(/; set `name`$/, "").replace(/^must/, "Must")}.`;
