import { parse } from "tinyduration";

/** The seconds of an ISO 8601 duration without months and years. */
export function secondsOf(text: string): number {
  const { days = 0, hours = 0, minutes = 0, seconds = 0 } = parse(text);
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}
