import type * as pulumi from "@pulumi/pulumi";
import type { Configuration } from "../provider/configuration";
import type { Provider } from "./provider";

/** Which connection a function uses: a provider's, these values, or what the environment says. */
export interface InvokeOptions {
  /** The provider whose connection is used. */
  provider?: Provider | undefined;
  /** The configuration of the connection, by the keys of `Provider`. */
  connection?: Configuration | undefined;
}

/** Options of a function's Output form. */
export interface InvokeOutputOptions {
  /** The provider whose connection is used. */
  provider?: Provider | undefined;
  /** What must exist before the call. */
  dependsOn?: pulumi.Input<pulumi.Input<pulumi.Resource>[]> | pulumi.Input<pulumi.Resource> | undefined;
}
