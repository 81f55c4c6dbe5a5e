// Written from the definitions by `npm run generate`: change these, not this.
import type * as pulumi from "@pulumi/pulumi";
import { promised, output } from "../function";
import type { InvokeOptions, InvokeOutputOptions } from "../options";
import { resourceClass } from "../resource";
import type { ResourceClass } from "../resource";

/** Arguments of TrafficShare. */
export interface TrafficShareArgs {
  /** The name of the deployment. */
  deployment: pulumi.Input<string>;
  /** Its share in percent. */
  percent: pulumi.Input<number>;
}

/** TrafficShare. */
export interface TrafficShare {
  /** The name of the deployment. */
  deployment: string;
  /** Its share in percent. */
  percent: number;
}

/** The arguments of `Workspace`. */
export interface WorkspaceArgs {
  /** The name, unique in its resource group; default is the Pulumi name. */
  name?: pulumi.Input<string | undefined>;
  /** The resource group, where it is not the configured one. */
  resourceGroup?: pulumi.Input<string | undefined>;
  /** The subscription, where it is not the configured one. */
  subscriptionId?: pulumi.Input<string | undefined>;
  /** The region. */
  location: pulumi.Input<string>;
  /** The managed identity. */
  identity?: pulumi.Input<
    | {
        /** The kind of identity: `systemAssigned`, `userAssigned`, both with a comma, or `none`. */
        type: pulumi.Input<string>;
        /** The user-assigned identities: a map whose keys are resource IDs. */
        userAssignedIdentities?: pulumi.Input<{ [name: string]: pulumi.Input<Record<string, never>> } | undefined>;
      }
    | undefined
  >;
  /** Tags, name to value; tags of others are kept. */
  tags?: pulumi.Input<{ [name: string]: pulumi.Input<string> } | undefined>;
  /** The name that people see. */
  friendlyName?: pulumi.Input<string | undefined>;
  /** What the workspace is for. */
  description?: pulumi.Input<string | undefined>;
  /** The resource ID of the storage account. */
  storageAccount: pulumi.Input<string>;
  /** The resource ID of the key vault. */
  keyVault: pulumi.Input<string>;
  /** The resource ID of the application-insights component. */
  applicationInsights: pulumi.Input<string>;
  /** The resource ID of the container registry. */
  containerRegistry?: pulumi.Input<string | undefined>;
  /** Whether the workspace can be reached from public networks. */
  publicNetworkAccess?: pulumi.Input<"Enabled" | "Disabled" | undefined>;
  /**
   * What a delete does: `softDelete` keeps the name reserved for a while, `purge` removes the
   * workspace for good.
   */
  onDelete?: pulumi.Input<"softDelete" | "purge" | undefined>;
  /**
   * What a create does with a resource that exists already: `identical` takes it over when all that
   * is declared holds, `always` takes it over and changes it, `never` fails; default is the
   * configuration key `adopt`.
   */
  adopt?: pulumi.Input<"identical" | "always" | "never" | undefined>;
}

/** A workspace: the container of models, computes, online endpoints and jobs. */
export interface Workspace extends pulumi.CustomResource {
  /** The name, unique in its resource group; default is the Pulumi name. */
  readonly name: pulumi.Output<string>;
  /** The resource group, where it is not the configured one. */
  readonly resourceGroup: pulumi.Output<string | undefined>;
  /** The subscription, where it is not the configured one. */
  readonly subscriptionId: pulumi.Output<string | undefined>;
  /** The region. */
  readonly location: pulumi.Output<string>;
  /** The managed identity. */
  readonly identity: pulumi.Output<
    | {
        /** The kind of identity: `systemAssigned`, `userAssigned`, both with a comma, or `none`. */
        type: string;
        /** The user-assigned identities: a map whose keys are resource IDs. */
        userAssignedIdentities?: { [name: string]: Record<string, never> } | undefined;
      }
    | undefined
  >;
  /** Tags, name to value; tags of others are kept. */
  readonly tags: pulumi.Output<{ [name: string]: string } | undefined>;
  /** The name that people see. */
  readonly friendlyName: pulumi.Output<string | undefined>;
  /** What the workspace is for. */
  readonly description: pulumi.Output<string | undefined>;
  /** The resource ID of the storage account. */
  readonly storageAccount: pulumi.Output<string>;
  /** The resource ID of the key vault. */
  readonly keyVault: pulumi.Output<string>;
  /** The resource ID of the application-insights component. */
  readonly applicationInsights: pulumi.Output<string>;
  /** The resource ID of the container registry. */
  readonly containerRegistry: pulumi.Output<string | undefined>;
  /** Whether the workspace can be reached from public networks. */
  readonly publicNetworkAccess: pulumi.Output<"Enabled" | "Disabled" | undefined>;
  /**
   * What a delete does: `softDelete` keeps the name reserved for a while, `purge` removes the
   * workspace for good.
   */
  readonly onDelete: pulumi.Output<"softDelete" | "purge">;
  /**
   * What a create does with a resource that exists already: `identical` takes it over when all that
   * is declared holds, `always` takes it over and changes it, `never` fails; default is the
   * configuration key `adopt`.
   */
  readonly adopt: pulumi.Output<"identical" | "always" | "never" | undefined>;
  /** The resource type name. */
  readonly type: pulumi.Output<string>;
  /** When the workspace was created, as ISO 8601 time. */
  readonly creationTime: pulumi.Output<string>;
  /** The GUID of the workspace. */
  readonly workspaceId: pulumi.Output<string>;
  /** The discovery URL. */
  readonly discoveryUrl: pulumi.Output<string>;
  /** The state of the last operation, for example `Succeeded`. */
  readonly provisioningState: pulumi.Output<string>;
}

/** A workspace: the container of models, computes, online endpoints and jobs. */
export const Workspace: ResourceClass<Workspace, WorkspaceArgs> = resourceClass("ml:Workspace");

/** The arguments of `Model`. */
export interface ModelArgs {
  /** The name of the model; default is the Pulumi name. */
  name?: pulumi.Input<string | undefined>;
  /** The name of the workspace. */
  workspace: pulumi.Input<string>;
  /** The resource group, where it is not the configured one. */
  resourceGroup?: pulumi.Input<string | undefined>;
  /** The subscription, where it is not the configured one. */
  subscriptionId?: pulumi.Input<string | undefined>;
  /** The unique identifier in the workspace; default is `{name}:{version}`. */
  modelId?: pulumi.Input<string | undefined>;
  /** The version; what it stands for never changes, so new files are a new version. */
  version: pulumi.Input<number>;
  /** The path to the model files in a datastore. */
  path: pulumi.Input<string>;
  /** What the model is for. */
  description?: pulumi.Input<string | undefined>;
  /** Tags, name to value; tags of others are kept. */
  tags?: pulumi.Input<{ [name: string]: pulumi.Input<string> } | undefined>;
  /**
   * What a create does with a resource that exists already: `identical` takes it over when all that
   * is declared holds, `always` takes it over and changes it, `never` fails; default is the
   * configuration key `adopt`.
   */
  adopt?: pulumi.Input<"identical" | "always" | "never" | undefined>;
}

/** A registered model: a version of model files in a datastore. */
export interface Model extends pulumi.CustomResource {
  /** The name of the model; default is the Pulumi name. */
  readonly name: pulumi.Output<string>;
  /** The name of the workspace. */
  readonly workspace: pulumi.Output<string>;
  /** The resource group, where it is not the configured one. */
  readonly resourceGroup: pulumi.Output<string | undefined>;
  /** The subscription, where it is not the configured one. */
  readonly subscriptionId: pulumi.Output<string | undefined>;
  /** The unique identifier in the workspace; default is `{name}:{version}`. */
  readonly modelId: pulumi.Output<string | undefined>;
  /** The version; what it stands for never changes, so new files are a new version. */
  readonly version: pulumi.Output<number>;
  /** The path to the model files in a datastore. */
  readonly path: pulumi.Output<string>;
  /** What the model is for. */
  readonly description: pulumi.Output<string | undefined>;
  /** Tags, name to value; tags of others are kept. */
  readonly tags: pulumi.Output<{ [name: string]: string } | undefined>;
  /**
   * What a create does with a resource that exists already: `identical` takes it over when all that
   * is declared holds, `always` takes it over and changes it, `never` fails; default is the
   * configuration key `adopt`.
   */
  readonly adopt: pulumi.Output<"identical" | "always" | "never" | undefined>;
  /** The resource ID of this version: `{W}/models/{name}/versions/{version}`. */
  readonly resourceId: pulumi.Output<string>;
}

/** A registered model: a version of model files in a datastore. */
export const Model: ResourceClass<Model, ModelArgs> = resourceClass("ml:Model");

/** The arguments of `Compute`. */
export interface ComputeArgs {
  /** The name, unique in its workspace; default is the Pulumi name. */
  name?: pulumi.Input<string | undefined>;
  /** The name of the workspace. */
  workspace: pulumi.Input<string>;
  /** The resource group, where it is not the configured one. */
  resourceGroup?: pulumi.Input<string | undefined>;
  /** The subscription, where it is not the configured one. */
  subscriptionId?: pulumi.Input<string | undefined>;
  /** The region; default is that of the workspace. */
  location?: pulumi.Input<string | undefined>;
  /** The kind of compute. */
  computeType: pulumi.Input<"AmlCompute" | "ComputeInstance" | "AKS">;
  /** The VM size, for example `STANDARD_DS3_V2`. */
  vmSize: pulumi.Input<string>;
  /** Whether the nodes are kept for this workspace or may be taken away. */
  vmPriority?: pulumi.Input<"Dedicated" | "LowPriority" | undefined>;
  /** How the number of nodes follows the work; required for `AmlCompute`. */
  scaleSettings?: pulumi.Input<
    | {
        /** The fewest nodes. */
        minNodeCount: pulumi.Input<number>;
        /** The most nodes. */
        maxNodeCount: pulumi.Input<number>;
        /** How long a node is idle before it is given back, as ISO 8601 duration: `PT10M`. */
        nodeIdleTimeBeforeScaleDown: pulumi.Input<string>;
      }
    | undefined
  >;
  /** What the compute is for. */
  description?: pulumi.Input<string | undefined>;
  /** Tags, name to value; tags of others are kept. */
  tags?: pulumi.Input<{ [name: string]: pulumi.Input<string> } | undefined>;
  /** The managed identity. */
  identity?: pulumi.Input<
    | {
        /** The kind of identity: `systemAssigned`, `userAssigned`, both with a comma, or `none`. */
        type: pulumi.Input<string>;
        /** The user-assigned identities: a map whose keys are resource IDs. */
        userAssignedIdentities?: pulumi.Input<{ [name: string]: pulumi.Input<Record<string, never>> } | undefined>;
      }
    | undefined
  >;
  /** What a delete does with the machines: default is `Delete`, for `AKS` it is `Detach`. */
  onDelete?: pulumi.Input<"Delete" | "Detach" | undefined>;
  /**
   * What a create does with a resource that exists already: `identical` takes it over when all that
   * is declared holds, `always` takes it over and changes it, `never` fails; default is the
   * configuration key `adopt`.
   */
  adopt?: pulumi.Input<"identical" | "always" | "never" | undefined>;
}

/** A compute resource: a cluster or an instance on which jobs and endpoints run. */
export interface Compute extends pulumi.CustomResource {
  /** The name, unique in its workspace; default is the Pulumi name. */
  readonly name: pulumi.Output<string>;
  /** The name of the workspace. */
  readonly workspace: pulumi.Output<string>;
  /** The resource group, where it is not the configured one. */
  readonly resourceGroup: pulumi.Output<string | undefined>;
  /** The subscription, where it is not the configured one. */
  readonly subscriptionId: pulumi.Output<string | undefined>;
  /** The region; default is that of the workspace. */
  readonly location: pulumi.Output<string | undefined>;
  /** The kind of compute. */
  readonly computeType: pulumi.Output<"AmlCompute" | "ComputeInstance" | "AKS">;
  /** The VM size, for example `STANDARD_DS3_V2`. */
  readonly vmSize: pulumi.Output<string>;
  /** Whether the nodes are kept for this workspace or may be taken away. */
  readonly vmPriority: pulumi.Output<"Dedicated" | "LowPriority" | undefined>;
  /** How the number of nodes follows the work; required for `AmlCompute`. */
  readonly scaleSettings: pulumi.Output<
    | {
        /** The fewest nodes. */
        minNodeCount: number;
        /** The most nodes. */
        maxNodeCount: number;
        /** How long a node is idle before it is given back, as ISO 8601 duration: `PT10M`. */
        nodeIdleTimeBeforeScaleDown: string;
      }
    | undefined
  >;
  /** What the compute is for. */
  readonly description: pulumi.Output<string | undefined>;
  /** Tags, name to value; tags of others are kept. */
  readonly tags: pulumi.Output<{ [name: string]: string } | undefined>;
  /** The managed identity. */
  readonly identity: pulumi.Output<
    | {
        /** The kind of identity: `systemAssigned`, `userAssigned`, both with a comma, or `none`. */
        type: string;
        /** The user-assigned identities: a map whose keys are resource IDs. */
        userAssignedIdentities?: { [name: string]: Record<string, never> } | undefined;
      }
    | undefined
  >;
  /** What a delete does with the machines: default is `Delete`, for `AKS` it is `Detach`. */
  readonly onDelete: pulumi.Output<"Delete" | "Detach" | undefined>;
  /**
   * What a create does with a resource that exists already: `identical` takes it over when all that
   * is declared holds, `always` takes it over and changes it, `never` fails; default is the
   * configuration key `adopt`.
   */
  readonly adopt: pulumi.Output<"identical" | "always" | "never" | undefined>;
  /** The state of the last operation, for example `Succeeded`. */
  readonly provisioningState: pulumi.Output<string>;
}

/** A compute resource: a cluster or an instance on which jobs and endpoints run. */
export const Compute: ResourceClass<Compute, ComputeArgs> = resourceClass("ml:Compute");

/** The arguments of `OnlineEndpoint`. */
export interface OnlineEndpointArgs {
  /** The name; default is the Pulumi name. */
  name?: pulumi.Input<string | undefined>;
  /** The name of the workspace. */
  workspace: pulumi.Input<string>;
  /** The resource group, where it is not the configured one. */
  resourceGroup?: pulumi.Input<string | undefined>;
  /** The subscription, where it is not the configured one. */
  subscriptionId?: pulumi.Input<string | undefined>;
  /** The region, in which the name must be unique; default is that of the workspace. */
  location?: pulumi.Input<string | undefined>;
  /**
   * How callers prove themselves: with a key of the endpoint, a token of the identity provider, or a
   * token of the endpoint.
   */
  authMode?: pulumi.Input<"Key" | "AADToken" | "AMLToken" | undefined>;
  /** The resource ID of the compute resource for the endpoint, or its name. */
  compute: pulumi.Input<string>;
  /** What the endpoint is for. */
  description?: pulumi.Input<string | undefined>;
  /** Tags, name to value; tags of others are kept. */
  tags?: pulumi.Input<{ [name: string]: pulumi.Input<string> } | undefined>;
  /** The managed identity. */
  identity?: pulumi.Input<
    | {
        /** The kind of identity: `systemAssigned`, `userAssigned`, both with a comma, or `none`. */
        type: pulumi.Input<string>;
        /** The user-assigned identities: a map whose keys are resource IDs. */
        userAssignedIdentities?: pulumi.Input<{ [name: string]: pulumi.Input<Record<string, never>> } | undefined>;
      }
    | undefined
  >;
  /** Whether the endpoint can be reached from public networks. */
  publicNetworkAccess?: pulumi.Input<"Enabled" | "Disabled" | undefined>;
  /** Encryption with an own key. */
  encryption?: pulumi.Input<
    | {
        /** Whether an own key encrypts the endpoint. */
        status: pulumi.Input<"Enabled" | "Disabled">;
        /** Where the key is. */
        keyVaultProperties?: pulumi.Input<
          | {
              /** The address of the key vault. */
              keyVaultUri: pulumi.Input<string>;
              /** The name of the key. */
              keyName: pulumi.Input<string>;
              /** The version of the key. */
              keyVersion?: pulumi.Input<string | undefined>;
            }
          | undefined
        >;
      }
    | undefined
  >;
  /**
   * An increase regenerates one key: the primary when it becomes odd, the secondary when it becomes
   * even. A create only records it.
   */
  keyGeneration?: pulumi.Input<number | undefined>;
  /**
   * What a create does with a resource that exists already: `identical` takes it over when all that
   * is declared holds, `always` takes it over and changes it, `never` fails; default is the
   * configuration key `adopt`.
   */
  adopt?: pulumi.Input<"identical" | "always" | "never" | undefined>;
}

/** An online endpoint: an address at which deployments of models answer scoring requests. */
export interface OnlineEndpoint extends pulumi.CustomResource {
  /** The name; default is the Pulumi name. */
  readonly name: pulumi.Output<string>;
  /** The name of the workspace. */
  readonly workspace: pulumi.Output<string>;
  /** The resource group, where it is not the configured one. */
  readonly resourceGroup: pulumi.Output<string | undefined>;
  /** The subscription, where it is not the configured one. */
  readonly subscriptionId: pulumi.Output<string | undefined>;
  /** The region, in which the name must be unique; default is that of the workspace. */
  readonly location: pulumi.Output<string | undefined>;
  /**
   * How callers prove themselves: with a key of the endpoint, a token of the identity provider, or a
   * token of the endpoint.
   */
  readonly authMode: pulumi.Output<"Key" | "AADToken" | "AMLToken">;
  /** The resource ID of the compute resource for the endpoint, or its name. */
  readonly compute: pulumi.Output<string>;
  /** What the endpoint is for. */
  readonly description: pulumi.Output<string | undefined>;
  /** Tags, name to value; tags of others are kept. */
  readonly tags: pulumi.Output<{ [name: string]: string } | undefined>;
  /** The managed identity. */
  readonly identity: pulumi.Output<
    | {
        /** The kind of identity: `systemAssigned`, `userAssigned`, both with a comma, or `none`. */
        type: string;
        /** The user-assigned identities: a map whose keys are resource IDs. */
        userAssignedIdentities?: { [name: string]: Record<string, never> } | undefined;
      }
    | undefined
  >;
  /** Whether the endpoint can be reached from public networks. */
  readonly publicNetworkAccess: pulumi.Output<"Enabled" | "Disabled" | undefined>;
  /** Encryption with an own key. */
  readonly encryption: pulumi.Output<
    | {
        /** Whether an own key encrypts the endpoint. */
        status: "Enabled" | "Disabled";
        /** Where the key is. */
        keyVaultProperties?:
          | {
              /** The address of the key vault. */
              keyVaultUri: string;
              /** The name of the key. */
              keyName: string;
              /** The version of the key. */
              keyVersion?: string | undefined;
            }
          | undefined;
      }
    | undefined
  >;
  /**
   * An increase regenerates one key: the primary when it becomes odd, the secondary when it becomes
   * even. A create only records it.
   */
  readonly keyGeneration: pulumi.Output<number | undefined>;
  /**
   * What a create does with a resource that exists already: `identical` takes it over when all that
   * is declared holds, `always` takes it over and changes it, `never` fails; default is the
   * configuration key `adopt`.
   */
  readonly adopt: pulumi.Output<"identical" | "always" | "never" | undefined>;
  /** The address for scoring. */
  readonly scoringUri: pulumi.Output<string>;
  /** The address of the description of the scoring calls. */
  readonly swaggerUri: pulumi.Output<string>;
  /** The state of the last operation, for example `Succeeded`. */
  readonly provisioningState: pulumi.Output<string>;
  /** The primary key, when authMode is `Key`. */
  readonly primaryKey: pulumi.Output<string | undefined>;
  /** The secondary key, when authMode is `Key`. */
  readonly secondaryKey: pulumi.Output<string | undefined>;
}

/** An online endpoint: an address at which deployments of models answer scoring requests. */
export const OnlineEndpoint: ResourceClass<OnlineEndpoint, OnlineEndpointArgs> = resourceClass("ml:OnlineEndpoint");

/** The arguments of `OnlineDeployment`. */
export interface OnlineDeploymentArgs {
  /** The name; default is the Pulumi name. */
  name?: pulumi.Input<string | undefined>;
  /** The name of the endpoint. */
  endpoint: pulumi.Input<string>;
  /** The name of the workspace. */
  workspace: pulumi.Input<string>;
  /** The resource group, where it is not the configured one. */
  resourceGroup?: pulumi.Input<string | undefined>;
  /** The subscription, where it is not the configured one. */
  subscriptionId?: pulumi.Input<string | undefined>;
  /** The region; default is that of the endpoint. */
  location?: pulumi.Input<string | undefined>;
  /** The resource ID of the registered model. */
  model: pulumi.Input<string>;
  /** The scoring script. */
  codeConfiguration?: pulumi.Input<
    | {
        /** The resource ID of the code. */
        codeId?: pulumi.Input<string | undefined>;
        /** The name of the scoring script. */
        scoringScript?: pulumi.Input<string | undefined>;
      }
    | undefined
  >;
  /** The VM size, for example `Standard_DS3_v2`. */
  instanceType: pulumi.Input<string>;
  /** The number of instances; 0 scales to zero. */
  instanceCount: pulumi.Input<number>;
  /** The resource ID of the environment. */
  environment?: pulumi.Input<string | undefined>;
  /**
   * Environment variables of the scoring script, name to value; those that the service adds are
   * kept.
   */
  environmentVariables?: pulumi.Input<{ [name: string]: pulumi.Input<string> } | undefined>;
  /** How the number of instances follows the load. */
  scaleSettings?: pulumi.Input<
    | {
        /** Whether the number of instances is fixed or follows the load. */
        scaleType?: pulumi.Input<"Default" | "TargetUtilization" | undefined>;
        /** The fewest instances. */
        minInstances?: pulumi.Input<number | undefined>;
        /** The most instances. */
        maxInstances?: pulumi.Input<number | undefined>;
        /** The CPU load in percent that is aimed at. */
        targetUtilizationPercentage?: pulumi.Input<number | undefined>;
        /** Seconds between looks at the load. */
        pollingInterval?: pulumi.Input<number | undefined>;
      }
    | undefined
  >;
  /** How scoring requests are treated. */
  requestSettings?: pulumi.Input<
    | {
        /** Milliseconds that a scoring request may take. */
        requestTimeoutMs?: pulumi.Input<number | undefined>;
        /** How many requests an instance works on at a time. */
        maxConcurrentRequestsPerInstance?: pulumi.Input<number | undefined>;
      }
    | undefined
  >;
  /** How it is found out that a container must be restarted. */
  livenessProbe?: pulumi.Input<
    | {
        /** Seconds before the first probe. */
        initialDelay?: pulumi.Input<number | undefined>;
        /** Seconds between probes. */
        period?: pulumi.Input<number | undefined>;
        /** Seconds that a probe may take. */
        timeout?: pulumi.Input<number | undefined>;
        /** How many probes in a row must fail. */
        failureThreshold?: pulumi.Input<number | undefined>;
      }
    | undefined
  >;
  /** How it is found out that a container can take requests. */
  readinessProbe?: pulumi.Input<
    | {
        /** Seconds before the first probe. */
        initialDelay?: pulumi.Input<number | undefined>;
        /** Seconds between probes. */
        period?: pulumi.Input<number | undefined>;
        /** Seconds that a probe may take. */
        timeout?: pulumi.Input<number | undefined>;
        /** How many probes in a row must fail. */
        failureThreshold?: pulumi.Input<number | undefined>;
        /** How many probes in a row must succeed. */
        successThreshold?: pulumi.Input<number | undefined>;
      }
    | undefined
  >;
  /** What the deployment is for. */
  description?: pulumi.Input<string | undefined>;
  /** Tags, name to value; tags of others are kept. */
  tags?: pulumi.Input<{ [name: string]: pulumi.Input<string> } | undefined>;
  /**
   * What a create does with a resource that exists already: `identical` takes it over when all that
   * is declared holds, `always` takes it over and changes it, `never` fails; default is the
   * configuration key `adopt`.
   */
  adopt?: pulumi.Input<"identical" | "always" | "never" | undefined>;
  /**
   * What a replacement does: `deleteFirst` (default) deletes the old one, then creates the new one
   * under the same name; `createFirst` creates the new one under a name of its own, `{name}-` and
   * six digits of a hash, and deletes the old one when all that refers to it has followed.
   */
  onReplace?: pulumi.Input<"createFirst" | "deleteFirst" | undefined>;
}

/** An online deployment: instances behind an online endpoint that serve one model. */
export interface OnlineDeployment extends pulumi.CustomResource {
  /** The name; default is the Pulumi name. */
  readonly name: pulumi.Output<string>;
  /** The name of the endpoint. */
  readonly endpoint: pulumi.Output<string>;
  /** The name of the workspace. */
  readonly workspace: pulumi.Output<string>;
  /** The resource group, where it is not the configured one. */
  readonly resourceGroup: pulumi.Output<string | undefined>;
  /** The subscription, where it is not the configured one. */
  readonly subscriptionId: pulumi.Output<string | undefined>;
  /** The region; default is that of the endpoint. */
  readonly location: pulumi.Output<string | undefined>;
  /** The resource ID of the registered model. */
  readonly model: pulumi.Output<string>;
  /** The scoring script. */
  readonly codeConfiguration: pulumi.Output<
    | {
        /** The resource ID of the code. */
        codeId?: string | undefined;
        /** The name of the scoring script. */
        scoringScript?: string | undefined;
      }
    | undefined
  >;
  /** The VM size, for example `Standard_DS3_v2`. */
  readonly instanceType: pulumi.Output<string>;
  /** The number of instances; 0 scales to zero. */
  readonly instanceCount: pulumi.Output<number>;
  /** The resource ID of the environment. */
  readonly environment: pulumi.Output<string | undefined>;
  /**
   * Environment variables of the scoring script, name to value; those that the service adds are
   * kept.
   */
  readonly environmentVariables: pulumi.Output<{ [name: string]: string } | undefined>;
  /** How the number of instances follows the load. */
  readonly scaleSettings: pulumi.Output<
    | {
        /** Whether the number of instances is fixed or follows the load. */
        scaleType?: "Default" | "TargetUtilization" | undefined;
        /** The fewest instances. */
        minInstances?: number | undefined;
        /** The most instances. */
        maxInstances?: number | undefined;
        /** The CPU load in percent that is aimed at. */
        targetUtilizationPercentage?: number | undefined;
        /** Seconds between looks at the load. */
        pollingInterval?: number | undefined;
      }
    | undefined
  >;
  /** How scoring requests are treated. */
  readonly requestSettings: pulumi.Output<
    | {
        /** Milliseconds that a scoring request may take. */
        requestTimeoutMs?: number | undefined;
        /** How many requests an instance works on at a time. */
        maxConcurrentRequestsPerInstance?: number | undefined;
      }
    | undefined
  >;
  /** How it is found out that a container must be restarted. */
  readonly livenessProbe: pulumi.Output<
    | {
        /** Seconds before the first probe. */
        initialDelay?: number | undefined;
        /** Seconds between probes. */
        period?: number | undefined;
        /** Seconds that a probe may take. */
        timeout?: number | undefined;
        /** How many probes in a row must fail. */
        failureThreshold?: number | undefined;
      }
    | undefined
  >;
  /** How it is found out that a container can take requests. */
  readonly readinessProbe: pulumi.Output<
    | {
        /** Seconds before the first probe. */
        initialDelay?: number | undefined;
        /** Seconds between probes. */
        period?: number | undefined;
        /** Seconds that a probe may take. */
        timeout?: number | undefined;
        /** How many probes in a row must fail. */
        failureThreshold?: number | undefined;
        /** How many probes in a row must succeed. */
        successThreshold?: number | undefined;
      }
    | undefined
  >;
  /** What the deployment is for. */
  readonly description: pulumi.Output<string | undefined>;
  /** Tags, name to value; tags of others are kept. */
  readonly tags: pulumi.Output<{ [name: string]: string } | undefined>;
  /**
   * What a create does with a resource that exists already: `identical` takes it over when all that
   * is declared holds, `always` takes it over and changes it, `never` fails; default is the
   * configuration key `adopt`.
   */
  readonly adopt: pulumi.Output<"identical" | "always" | "never" | undefined>;
  /**
   * What a replacement does: `deleteFirst` (default) deletes the old one, then creates the new one
   * under the same name; `createFirst` creates the new one under a name of its own, `{name}-` and
   * six digits of a hash, and deletes the old one when all that refers to it has followed.
   */
  readonly onReplace: pulumi.Output<"createFirst" | "deleteFirst" | undefined>;
  /** The state of the last operation, for example `Succeeded`. */
  readonly provisioningState: pulumi.Output<string>;
}

/** An online deployment: instances behind an online endpoint that serve one model. */
export const OnlineDeployment: ResourceClass<OnlineDeployment, OnlineDeploymentArgs> =
  resourceClass("ml:OnlineDeployment");

/** The arguments of `EndpointTraffic`. */
export interface EndpointTrafficArgs {
  /** The name of the workspace. */
  workspace: pulumi.Input<string>;
  /** The resource group, where it is not the configured one. */
  resourceGroup?: pulumi.Input<string | undefined>;
  /** The subscription, where it is not the configured one. */
  subscriptionId?: pulumi.Input<string | undefined>;
  /** The name of the endpoint. */
  endpoint: pulumi.Input<string>;
  /**
   * The shares of live requests, 0 or 100 percent in all: a map from deployment name to percent, or
   * a list of `{deployment, percent}` whose names may be outputs.
   */
  traffic: pulumi.Input<{ [name: string]: pulumi.Input<number> } | pulumi.Input<TrafficShareArgs>[]>;
  /**
   * The shares of requests that are copied to a deployment, at most 50 percent in all, in the same
   * forms.
   */
  mirrorTraffic?: pulumi.Input<{ [name: string]: pulumi.Input<number> } | pulumi.Input<TrafficShareArgs>[] | undefined>;
  /**
   * Scoring requests that every deployment must answer well before it gains traffic; when one fails,
   * the traffic stays as it was.
   */
  smokeTest?: pulumi.Input<
    | {
        /** The body of the scoring request that is sent. */
        request: pulumi.Input<{ [name: string]: unknown }>;
        /** How many requests are sent to each deployment. */
        samples?: pulumi.Input<number | undefined>;
        /** Milliseconds that 95 percent of the requests must not exceed. */
        maxP95Ms?: pulumi.Input<number | undefined>;
        /** The share of requests that must succeed, from 0 to 1. */
        minSuccessRate?: pulumi.Input<number | undefined>;
      }
    | undefined
  >;
  /**
   * What a create does with a resource that exists already: `identical` takes it over when all that
   * is declared holds, `always` takes it over and changes it, `never` fails; default is the
   * configuration key `adopt`.
   */
  adopt?: pulumi.Input<"identical" | "always" | "never" | undefined>;
}

/** The traffic of an online endpoint: which share of the requests each deployment answers. */
export interface EndpointTraffic extends pulumi.CustomResource {
  /** The name of the workspace. */
  readonly workspace: pulumi.Output<string>;
  /** The resource group, where it is not the configured one. */
  readonly resourceGroup: pulumi.Output<string | undefined>;
  /** The subscription, where it is not the configured one. */
  readonly subscriptionId: pulumi.Output<string | undefined>;
  /** The name of the endpoint. */
  readonly endpoint: pulumi.Output<string>;
  /**
   * The shares of live requests, 0 or 100 percent in all: a map from deployment name to percent, or
   * a list of `{deployment, percent}` whose names may be outputs.
   */
  readonly traffic: pulumi.Output<{ [name: string]: number } | TrafficShare[]>;
  /**
   * The shares of requests that are copied to a deployment, at most 50 percent in all, in the same
   * forms.
   */
  readonly mirrorTraffic: pulumi.Output<{ [name: string]: number } | TrafficShare[] | undefined>;
  /**
   * Scoring requests that every deployment must answer well before it gains traffic; when one fails,
   * the traffic stays as it was.
   */
  readonly smokeTest: pulumi.Output<
    | {
        /** The body of the scoring request that is sent. */
        request: { [name: string]: unknown };
        /** How many requests are sent to each deployment. */
        samples?: number | undefined;
        /** Milliseconds that 95 percent of the requests must not exceed. */
        maxP95Ms?: number | undefined;
        /** The share of requests that must succeed, from 0 to 1. */
        minSuccessRate?: number | undefined;
      }
    | undefined
  >;
  /**
   * What a create does with a resource that exists already: `identical` takes it over when all that
   * is declared holds, `always` takes it over and changes it, `never` fails; default is the
   * configuration key `adopt`.
   */
  readonly adopt: pulumi.Output<"identical" | "always" | "never" | undefined>;
}

/** The traffic of an online endpoint: which share of the requests each deployment answers. */
export const EndpointTraffic: ResourceClass<EndpointTraffic, EndpointTrafficArgs> = resourceClass("ml:EndpointTraffic");

/** The arguments of `Job`. */
export interface JobArgs {
  /** The name, unique in its workspace; default is the Pulumi name. */
  name?: pulumi.Input<string | undefined>;
  /** The name of the workspace. */
  workspace: pulumi.Input<string>;
  /** The resource group, where it is not the configured one. */
  resourceGroup?: pulumi.Input<string | undefined>;
  /** The subscription, where it is not the configured one. */
  subscriptionId?: pulumi.Input<string | undefined>;
  /** The kind of job. */
  jobType: pulumi.Input<"Command" | "Sweep" | "Pipeline">;
  /** The resource ID of the compute that the job runs on. */
  compute: pulumi.Input<string>;
  /** The command to execute. */
  command: pulumi.Input<string>;
  /** The resource ID of the environment. */
  environment: pulumi.Input<string>;
  /** The name that people see. */
  displayName?: pulumi.Input<string | undefined>;
  /** Tags, name to value; tags of others are kept. */
  tags?: pulumi.Input<{ [name: string]: pulumi.Input<string> } | undefined>;
  /** Whether an `up` waits for the end of the job, and fails when the job fails. */
  waitForCompletion?: pulumi.Input<boolean | undefined>;
  /**
   * What a delete does: `delete` removes the job, which is cancelled first while it runs; `keep`
   * leaves it at its service as it is, also when a job of another name takes its place.
   */
  onDelete?: pulumi.Input<"delete" | "keep" | undefined>;
  /**
   * What a create does with a resource that exists already: `identical` takes it over when all that
   * is declared holds, `always` takes it over and changes it, `never` fails; default is the
   * configuration key `adopt`.
   */
  adopt?: pulumi.Input<"identical" | "always" | "never" | undefined>;
}

/** A training job: a command that runs on a compute. */
export interface Job extends pulumi.CustomResource {
  /** The name, unique in its workspace; default is the Pulumi name. */
  readonly name: pulumi.Output<string>;
  /** The name of the workspace. */
  readonly workspace: pulumi.Output<string>;
  /** The resource group, where it is not the configured one. */
  readonly resourceGroup: pulumi.Output<string | undefined>;
  /** The subscription, where it is not the configured one. */
  readonly subscriptionId: pulumi.Output<string | undefined>;
  /** The kind of job. */
  readonly jobType: pulumi.Output<"Command" | "Sweep" | "Pipeline">;
  /** The resource ID of the compute that the job runs on. */
  readonly compute: pulumi.Output<string>;
  /** The command to execute. */
  readonly command: pulumi.Output<string>;
  /** The resource ID of the environment. */
  readonly environment: pulumi.Output<string>;
  /** The name that people see. */
  readonly displayName: pulumi.Output<string | undefined>;
  /** Tags, name to value; tags of others are kept. */
  readonly tags: pulumi.Output<{ [name: string]: string } | undefined>;
  /** Whether an `up` waits for the end of the job, and fails when the job fails. */
  readonly waitForCompletion: pulumi.Output<boolean>;
  /**
   * What a delete does: `delete` removes the job, which is cancelled first while it runs; `keep`
   * leaves it at its service as it is, also when a job of another name takes its place.
   */
  readonly onDelete: pulumi.Output<"delete" | "keep">;
  /**
   * What a create does with a resource that exists already: `identical` takes it over when all that
   * is declared holds, `always` takes it over and changes it, `never` fails; default is the
   * configuration key `adopt`.
   */
  readonly adopt: pulumi.Output<"identical" | "always" | "never" | undefined>;
  /** The status when it was last read, for example `Completed`. */
  readonly status: pulumi.Output<string>;
  /** When the job started, as ISO 8601 time. */
  readonly startTime: pulumi.Output<string | undefined>;
  /** When the job ended, as ISO 8601 time. */
  readonly endTime: pulumi.Output<string | undefined>;
}

/** A training job: a command that runs on a compute. */
export const Job: ResourceClass<Job, JobArgs> = resourceClass("ml:Job");

/** The arguments of `listWorkspaces`. */
export interface ListWorkspacesArgs {
  /** The resource group, where it is not the configured one. */
  resourceGroup?: string | undefined;
  /** The subscription, where it is not the configured one. */
  subscriptionId?: string | undefined;
}

/** The arguments of `listWorkspacesOutput`. */
export interface ListWorkspacesOutputArgs {
  /** The resource group, where it is not the configured one. */
  resourceGroup?: pulumi.Input<string | undefined>;
  /** The subscription, where it is not the configured one. */
  subscriptionId?: pulumi.Input<string | undefined>;
}

/** What `listWorkspaces` gives. */
export type ListWorkspacesResult = {
  /** The id, as the class has it. */
  id: string;
  /** The name, unique in its resource group; default is the Pulumi name. */
  name?: string | undefined;
  /** The resource group, where it is not the configured one. */
  resourceGroup?: string | undefined;
  /** The subscription, where it is not the configured one. */
  subscriptionId?: string | undefined;
  /** The region. */
  location?: string | undefined;
  /** The managed identity. */
  identity?:
    | {
        /** The kind of identity: `systemAssigned`, `userAssigned`, both with a comma, or `none`. */
        type: string;
        /** The user-assigned identities: a map whose keys are resource IDs. */
        userAssignedIdentities?: { [name: string]: Record<string, never> } | undefined;
      }
    | undefined;
  /** Tags, name to value; tags of others are kept. */
  tags?: { [name: string]: string } | undefined;
  /** The name that people see. */
  friendlyName?: string | undefined;
  /** What the workspace is for. */
  description?: string | undefined;
  /** The resource ID of the storage account. */
  storageAccount?: string | undefined;
  /** The resource ID of the key vault. */
  keyVault?: string | undefined;
  /** The resource ID of the application-insights component. */
  applicationInsights?: string | undefined;
  /** The resource ID of the container registry. */
  containerRegistry?: string | undefined;
  /** Whether the workspace can be reached from public networks. */
  publicNetworkAccess?: "Enabled" | "Disabled" | undefined;
  /** The resource type name. */
  type?: string | undefined;
  /** When the workspace was created, as ISO 8601 time. */
  creationTime?: string | undefined;
  /** The GUID of the workspace. */
  workspaceId?: string | undefined;
  /** The discovery URL. */
  discoveryUrl?: string | undefined;
  /** The state of the last operation, for example `Succeeded`. */
  provisioningState?: string | undefined;
}[];

/** The workspaces of a resource group: document 1, "List workspaces"; all pages. */
export function listWorkspaces(args?: ListWorkspacesArgs, options?: InvokeOptions): Promise<ListWorkspacesResult> {
  return promised("ml:listWorkspaces", args, options);
}

/**
 * The workspaces of a resource group: document 1, "List workspaces"; all pages. For use inside a
 * Pulumi program.
 */
export function listWorkspacesOutput(
  args?: ListWorkspacesOutputArgs,
  options?: InvokeOutputOptions,
): pulumi.Output<ListWorkspacesResult> {
  return output("ml:listWorkspaces", args, options);
}

/** The arguments of `listModels`. */
export interface ListModelsArgs {
  /** The name of the workspace. */
  workspace: string;
  /** The resource group, where it is not the configured one. */
  resourceGroup?: string | undefined;
  /** The subscription, where it is not the configured one. */
  subscriptionId?: string | undefined;
}

/** The arguments of `listModelsOutput`. */
export interface ListModelsOutputArgs {
  /** The name of the workspace. */
  workspace: pulumi.Input<string>;
  /** The resource group, where it is not the configured one. */
  resourceGroup?: pulumi.Input<string | undefined>;
  /** The subscription, where it is not the configured one. */
  subscriptionId?: pulumi.Input<string | undefined>;
}

/** What `listModels` gives. */
export type ListModelsResult = {
  /** The id, as the class has it. */
  id: string;
  /** The name of the model; default is the Pulumi name. */
  name?: string | undefined;
  /** The name of the workspace. */
  workspace?: string | undefined;
  /** The resource group, where it is not the configured one. */
  resourceGroup?: string | undefined;
  /** The subscription, where it is not the configured one. */
  subscriptionId?: string | undefined;
  /** The unique identifier in the workspace; default is `{name}:{version}`. */
  modelId?: string | undefined;
  /** The version; what it stands for never changes, so new files are a new version. */
  version?: number | undefined;
  /** The path to the model files in a datastore. */
  path?: string | undefined;
  /** What the model is for. */
  description?: string | undefined;
  /** Tags, name to value; tags of others are kept. */
  tags?: { [name: string]: string } | undefined;
  /** The resource ID of this version: `{W}/models/{name}/versions/{version}`. */
  resourceId?: string | undefined;
}[];

/** The registered models of a workspace: document 1, "List models"; all pages. */
export function listModels(args: ListModelsArgs, options?: InvokeOptions): Promise<ListModelsResult> {
  return promised("ml:listModels", args, options);
}

/**
 * The registered models of a workspace: document 1, "List models"; all pages. For use inside a
 * Pulumi program.
 */
export function listModelsOutput(
  args: ListModelsOutputArgs,
  options?: InvokeOutputOptions,
): pulumi.Output<ListModelsResult> {
  return output("ml:listModels", args, options);
}

/** The arguments of `listComputes`. */
export interface ListComputesArgs {
  /** The name of the workspace. */
  workspace: string;
  /** The resource group, where it is not the configured one. */
  resourceGroup?: string | undefined;
  /** The subscription, where it is not the configured one. */
  subscriptionId?: string | undefined;
}

/** The arguments of `listComputesOutput`. */
export interface ListComputesOutputArgs {
  /** The name of the workspace. */
  workspace: pulumi.Input<string>;
  /** The resource group, where it is not the configured one. */
  resourceGroup?: pulumi.Input<string | undefined>;
  /** The subscription, where it is not the configured one. */
  subscriptionId?: pulumi.Input<string | undefined>;
}

/** What `listComputes` gives. */
export type ListComputesResult = {
  /** The id, as the class has it. */
  id: string;
  /** The name, unique in its workspace; default is the Pulumi name. */
  name?: string | undefined;
  /** The name of the workspace. */
  workspace?: string | undefined;
  /** The resource group, where it is not the configured one. */
  resourceGroup?: string | undefined;
  /** The subscription, where it is not the configured one. */
  subscriptionId?: string | undefined;
  /** The region; default is that of the workspace. */
  location?: string | undefined;
  /** The kind of compute. */
  computeType?: "AmlCompute" | "ComputeInstance" | "AKS" | undefined;
  /** The VM size, for example `STANDARD_DS3_V2`. */
  vmSize?: string | undefined;
  /** Whether the nodes are kept for this workspace or may be taken away. */
  vmPriority?: "Dedicated" | "LowPriority" | undefined;
  /** How the number of nodes follows the work; required for `AmlCompute`. */
  scaleSettings?:
    | {
        /** The fewest nodes. */
        minNodeCount: number;
        /** The most nodes. */
        maxNodeCount: number;
        /** How long a node is idle before it is given back, as ISO 8601 duration: `PT10M`. */
        nodeIdleTimeBeforeScaleDown: string;
      }
    | undefined;
  /** What the compute is for. */
  description?: string | undefined;
  /** Tags, name to value; tags of others are kept. */
  tags?: { [name: string]: string } | undefined;
  /** The managed identity. */
  identity?:
    | {
        /** The kind of identity: `systemAssigned`, `userAssigned`, both with a comma, or `none`. */
        type: string;
        /** The user-assigned identities: a map whose keys are resource IDs. */
        userAssignedIdentities?: { [name: string]: Record<string, never> } | undefined;
      }
    | undefined;
  /** The state of the last operation, for example `Succeeded`. */
  provisioningState?: string | undefined;
}[];

/** The compute resources of a workspace: document 1, "List computes"; all pages. */
export function listComputes(args: ListComputesArgs, options?: InvokeOptions): Promise<ListComputesResult> {
  return promised("ml:listComputes", args, options);
}

/**
 * The compute resources of a workspace: document 1, "List computes"; all pages. For use inside a
 * Pulumi program.
 */
export function listComputesOutput(
  args: ListComputesOutputArgs,
  options?: InvokeOutputOptions,
): pulumi.Output<ListComputesResult> {
  return output("ml:listComputes", args, options);
}

/** The arguments of `listJobs`. */
export interface ListJobsArgs {
  /** The name of the workspace. */
  workspace: string;
  /** The resource group, where it is not the configured one. */
  resourceGroup?: string | undefined;
  /** The subscription, where it is not the configured one. */
  subscriptionId?: string | undefined;
}

/** The arguments of `listJobsOutput`. */
export interface ListJobsOutputArgs {
  /** The name of the workspace. */
  workspace: pulumi.Input<string>;
  /** The resource group, where it is not the configured one. */
  resourceGroup?: pulumi.Input<string | undefined>;
  /** The subscription, where it is not the configured one. */
  subscriptionId?: pulumi.Input<string | undefined>;
}

/** What `listJobs` gives. */
export type ListJobsResult = {
  /** The id, as the class has it. */
  id: string;
  /** The name, unique in its workspace; default is the Pulumi name. */
  name?: string | undefined;
  /** The name of the workspace. */
  workspace?: string | undefined;
  /** The resource group, where it is not the configured one. */
  resourceGroup?: string | undefined;
  /** The subscription, where it is not the configured one. */
  subscriptionId?: string | undefined;
  /** The kind of job. */
  jobType?: "Command" | "Sweep" | "Pipeline" | undefined;
  /** The resource ID of the compute that the job runs on. */
  compute?: string | undefined;
  /** The command to execute. */
  command?: string | undefined;
  /** The resource ID of the environment. */
  environment?: string | undefined;
  /** The name that people see. */
  displayName?: string | undefined;
  /** Tags, name to value; tags of others are kept. */
  tags?: { [name: string]: string } | undefined;
  /** The status when it was last read, for example `Completed`. */
  status?: string | undefined;
  /** When the job started, as ISO 8601 time. */
  startTime?: string | undefined;
  /** When the job ended, as ISO 8601 time. */
  endTime?: string | undefined;
}[];

/** The jobs of a workspace: document 1, "List jobs"; all pages. */
export function listJobs(args: ListJobsArgs, options?: InvokeOptions): Promise<ListJobsResult> {
  return promised("ml:listJobs", args, options);
}

/** The jobs of a workspace: document 1, "List jobs"; all pages. For use inside a Pulumi program. */
export function listJobsOutput(args: ListJobsOutputArgs, options?: InvokeOutputOptions): pulumi.Output<ListJobsResult> {
  return output("ml:listJobs", args, options);
}

/** The arguments of `getJob`. */
export interface GetJobArgs {
  /** The name of the workspace. */
  workspace: string;
  /** The resource group, where it is not the configured one. */
  resourceGroup?: string | undefined;
  /** The subscription, where it is not the configured one. */
  subscriptionId?: string | undefined;
  /** The name of the job. */
  name: string;
}

/** The arguments of `getJobOutput`. */
export interface GetJobOutputArgs {
  /** The name of the workspace. */
  workspace: pulumi.Input<string>;
  /** The resource group, where it is not the configured one. */
  resourceGroup?: pulumi.Input<string | undefined>;
  /** The subscription, where it is not the configured one. */
  subscriptionId?: pulumi.Input<string | undefined>;
  /** The name of the job. */
  name: pulumi.Input<string>;
}

/** What `getJob` gives. */
export interface GetJobResult {
  /** The resource ID. */
  id: string;
  /** The name. */
  name: string;
  /** The kind of job. */
  jobType?: string | undefined;
  /** The status, for example `Completed`; `Unknown` when the service tells none. */
  status: string;
  /** When the job started, as ISO 8601 time. */
  startTime?: string | undefined;
  /** When the job ended, as ISO 8601 time. */
  endTime?: string | undefined;
}

/** One job with its status: document 1, "Get job". */
export function getJob(args: GetJobArgs, options?: InvokeOptions): Promise<GetJobResult> {
  return promised("ml:getJob", args, options);
}

/** One job with its status: document 1, "Get job". For use inside a Pulumi program. */
export function getJobOutput(args: GetJobOutputArgs, options?: InvokeOutputOptions): pulumi.Output<GetJobResult> {
  return output("ml:getJob", args, options);
}

/** The arguments of `listEndpointKeys`. */
export interface ListEndpointKeysArgs {
  /** The name of the workspace. */
  workspace: string;
  /** The resource group, where it is not the configured one. */
  resourceGroup?: string | undefined;
  /** The subscription, where it is not the configured one. */
  subscriptionId?: string | undefined;
  /** The name of the endpoint, whose authMode is `Key`. */
  endpoint: string;
}

/** The arguments of `listEndpointKeysOutput`. */
export interface ListEndpointKeysOutputArgs {
  /** The name of the workspace. */
  workspace: pulumi.Input<string>;
  /** The resource group, where it is not the configured one. */
  resourceGroup?: pulumi.Input<string | undefined>;
  /** The subscription, where it is not the configured one. */
  subscriptionId?: pulumi.Input<string | undefined>;
  /** The name of the endpoint, whose authMode is `Key`. */
  endpoint: pulumi.Input<string>;
}

/** What `listEndpointKeys` gives. */
export interface ListEndpointKeysResult {
  /** The primary key. */
  primaryKey: string;
  /** The secondary key. */
  secondaryKey: string;
}

/** The keys of an online endpoint: document 1, "get endpoint keys". */
export function listEndpointKeys(args: ListEndpointKeysArgs, options?: InvokeOptions): Promise<ListEndpointKeysResult> {
  return promised("ml:listEndpointKeys", args, options);
}

/**
 * The keys of an online endpoint: document 1, "get endpoint keys". For use inside a Pulumi
 * program.
 */
export function listEndpointKeysOutput(
  args: ListEndpointKeysOutputArgs,
  options?: InvokeOutputOptions,
): pulumi.Output<ListEndpointKeysResult> {
  return output("ml:listEndpointKeys", args, options);
}

/** The arguments of `regenerateEndpointKey`. */
export interface RegenerateEndpointKeyArgs {
  /** The name of the workspace. */
  workspace: string;
  /** The resource group, where it is not the configured one. */
  resourceGroup?: string | undefined;
  /** The subscription, where it is not the configured one. */
  subscriptionId?: string | undefined;
  /** The name of the endpoint, whose authMode is `Key`. */
  endpoint: string;
  /** The key to regenerate. */
  keyType?: "primary" | "secondary" | undefined;
}

/** The arguments of `regenerateEndpointKeyOutput`. */
export interface RegenerateEndpointKeyOutputArgs {
  /** The name of the workspace. */
  workspace: pulumi.Input<string>;
  /** The resource group, where it is not the configured one. */
  resourceGroup?: pulumi.Input<string | undefined>;
  /** The subscription, where it is not the configured one. */
  subscriptionId?: pulumi.Input<string | undefined>;
  /** The name of the endpoint, whose authMode is `Key`. */
  endpoint: pulumi.Input<string>;
  /** The key to regenerate. */
  keyType?: pulumi.Input<"primary" | "secondary" | undefined>;
}

/** What `regenerateEndpointKey` gives. */
export interface RegenerateEndpointKeyResult {
  /** The primary key. */
  primaryKey: string;
  /** The secondary key. */
  secondaryKey: string;
}

/**
 * Regenerates one key of an online endpoint and gives both; the old one stops to work: document 1,
 * "regenerate endpoint keys".
 */
export function regenerateEndpointKey(
  args: RegenerateEndpointKeyArgs,
  options?: InvokeOptions,
): Promise<RegenerateEndpointKeyResult> {
  return promised("ml:regenerateEndpointKey", args, options);
}

/**
 * Regenerates one key of an online endpoint and gives both; the old one stops to work: document 1,
 * "regenerate endpoint keys". For use inside a Pulumi program.
 */
export function regenerateEndpointKeyOutput(
  args: RegenerateEndpointKeyOutputArgs,
  options?: InvokeOutputOptions,
): pulumi.Output<RegenerateEndpointKeyResult> {
  return output("ml:regenerateEndpointKey", args, options);
}

/** The arguments of `getDeploymentLogs`. */
export interface GetDeploymentLogsArgs {
  /** The name of the workspace. */
  workspace: string;
  /** The resource group, where it is not the configured one. */
  resourceGroup?: string | undefined;
  /** The subscription, where it is not the configured one. */
  subscriptionId?: string | undefined;
  /** The name of the endpoint. */
  endpoint: string;
  /** The name of the deployment. */
  deployment: string;
  /** How many lines; the service decides when not given. */
  lines?: number | undefined;
  /** The container: the one that scores, or the one that fetches the model. */
  container?: "inference-server" | "storage-initializer" | undefined;
}

/** The arguments of `getDeploymentLogsOutput`. */
export interface GetDeploymentLogsOutputArgs {
  /** The name of the workspace. */
  workspace: pulumi.Input<string>;
  /** The resource group, where it is not the configured one. */
  resourceGroup?: pulumi.Input<string | undefined>;
  /** The subscription, where it is not the configured one. */
  subscriptionId?: pulumi.Input<string | undefined>;
  /** The name of the endpoint. */
  endpoint: pulumi.Input<string>;
  /** The name of the deployment. */
  deployment: pulumi.Input<string>;
  /** How many lines; the service decides when not given. */
  lines?: pulumi.Input<number | undefined>;
  /** The container: the one that scores, or the one that fetches the model. */
  container?: pulumi.Input<"inference-server" | "storage-initializer" | undefined>;
}

/** What `getDeploymentLogs` gives. */
export type GetDeploymentLogsResult = string;

/**
 * The last lines that a container of an online deployment has written: document 1, "get deployment
 * logs".
 */
export function getDeploymentLogs(
  args: GetDeploymentLogsArgs,
  options?: InvokeOptions,
): Promise<GetDeploymentLogsResult> {
  return promised("ml:getDeploymentLogs", args, options);
}

/**
 * The last lines that a container of an online deployment has written: document 1, "get deployment
 * logs". For use inside a Pulumi program.
 */
export function getDeploymentLogsOutput(
  args: GetDeploymentLogsOutputArgs,
  options?: InvokeOutputOptions,
): pulumi.Output<GetDeploymentLogsResult> {
  return output("ml:getDeploymentLogs", args, options);
}

/** The arguments of `invokeEndpoint`. */
export interface InvokeEndpointArgs {
  /** The address for scoring, an output of the endpoint. */
  scoringUri: string;
  /** A key of the endpoint, when its authMode is `Key`. */
  key?: string | undefined;
  /** A token of the caller, for the other authModes. */
  token?: string | undefined;
  /** The request as the scoring script expects it, for example `{data: [[1, 2]]}`. */
  body: unknown;
  /** The deployment to ask, whatever its share of the traffic. */
  deployment?: string | undefined;
}

/** The arguments of `invokeEndpointOutput`. */
export interface InvokeEndpointOutputArgs {
  /** The address for scoring, an output of the endpoint. */
  scoringUri: pulumi.Input<string>;
  /** A key of the endpoint, when its authMode is `Key`. */
  key?: pulumi.Input<string | undefined>;
  /** A token of the caller, for the other authModes. */
  token?: pulumi.Input<string | undefined>;
  /** The request as the scoring script expects it, for example `{data: [[1, 2]]}`. */
  body: unknown;
  /** The deployment to ask, whatever its share of the traffic. */
  deployment?: pulumi.Input<string | undefined>;
}

/** What `invokeEndpoint` gives. */
export type InvokeEndpointResult = unknown;

/**
 * Sends a scoring request to an online endpoint and gives the JSON answer: document 1, "Invoke
 * endpoint". An answer `{error, error_type}` raises an error.
 */
export function invokeEndpoint(args: InvokeEndpointArgs, options?: InvokeOptions): Promise<InvokeEndpointResult> {
  return promised("ml:invokeEndpoint", args, options);
}

/**
 * Sends a scoring request to an online endpoint and gives the JSON answer: document 1, "Invoke
 * endpoint". An answer `{error, error_type}` raises an error. For use inside a Pulumi program.
 */
export function invokeEndpointOutput(
  args: InvokeEndpointOutputArgs,
  options?: InvokeOutputOptions,
): pulumi.Output<InvokeEndpointResult> {
  return output("ml:invokeEndpoint", args, options);
}

/** The arguments of `startAgentRun`. */
export interface StartAgentRunArgs {
  /** The ID of the assistant. */
  assistantId: string;
  /** The messages of the thread. */
  messages: {
    /** Who speaks, for example `user`. */
    role: string;
    /** What is said. */
    content: string;
  }[];
}

/** The arguments of `startAgentRunOutput`. */
export interface StartAgentRunOutputArgs {
  /** The ID of the assistant. */
  assistantId: pulumi.Input<string>;
  /** The messages of the thread. */
  messages: pulumi.Input<
    pulumi.Input<{
      /** Who speaks, for example `user`. */
      role: pulumi.Input<string>;
      /** What is said. */
      content: pulumi.Input<string>;
    }>[]
  >;
}

/** What `startAgentRun` gives. */
export interface StartAgentRunResult {
  /** The ID of the run. */
  id: string;
  /** The status, for example `queued`. */
  status?: string | undefined;
  /** The ID of the thread that the run has made. */
  threadId?: string | undefined;
  /** The ID of the assistant. */
  assistantId?: string | undefined;
  /** When the run was created, in seconds since 1970. */
  createdAt?: number | undefined;
  /** When the run started, in seconds since 1970. */
  startedAt?: number | undefined;
  /** When the run expires, in seconds since 1970. */
  expiresAt?: number | undefined;
  /** When the run completed, in seconds since 1970. */
  completedAt?: number | undefined;
  /** Why the run failed. */
  lastError?:
    | {
        /** The error code. */
        code: string;
        /** What went wrong. */
        message: string;
      }
    | undefined;
  /** The tokens that were used, once the run has ended. */
  usage?:
    | {
        /** The tokens of what the model was given. */
        promptTokens: number;
        /** The tokens of what it answered. */
        completionTokens: number;
        /** The tokens of both. */
        totalTokens: number;
      }
    | undefined;
  /** What was attached to the run. */
  metadata?: { [name: string]: unknown } | undefined;
}

/**
 * Starts a run of an assistant on a new thread and gives the run: document 1, "Start the service
 * run".
 */
export function startAgentRun(args: StartAgentRunArgs, options?: InvokeOptions): Promise<StartAgentRunResult> {
  return promised("ml:startAgentRun", args, options);
}

/**
 * Starts a run of an assistant on a new thread and gives the run: document 1, "Start the service
 * run". For use inside a Pulumi program.
 */
export function startAgentRunOutput(
  args: StartAgentRunOutputArgs,
  options?: InvokeOutputOptions,
): pulumi.Output<StartAgentRunResult> {
  return output("ml:startAgentRun", args, options);
}
