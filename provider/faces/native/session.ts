import type { Configuration } from "../../configuration";
import type { Connection } from "../../core/connection";
import type { Engine } from "../engine";

/** What the methods of one plugin share. */
export interface Session {
  /** The configuration, once the engine has told it. */
  configuration: Configuration;
  /** The connection with that configuration. */
  connection(): Connection;
  /** The engine that has started the plugin. */
  engine: Engine;
}
