import pulumi
import pulumi_mlplane as mlplane

# region GpuDevice
gpu = mlplane.local.GpuDevice("gpu", device_id=1)
# endregion

# region CachedModel
files = mlplane.local.CachedModel("tiny-chat-generic-cpu")
# endregion

# region LoadedModel
chat = mlplane.local.LoadedModel("chat", model=files.name, ttl=3600)
# endregion

# region listCatalog
catalog = mlplane.local.list_catalog_output().result.apply(lambda models: [model["name"] for model in models])
# endregion

# region listCachedModels
cached = mlplane.local.list_cached_models_output(opts=pulumi.InvokeOutputOptions(depends_on=[files])).result
# endregion

# region listLoadedModels
loaded = mlplane.local.list_loaded_models_output(opts=pulumi.InvokeOutputOptions(depends_on=[chat])).result
# endregion

# region getStatus
directory = mlplane.local.get_status_output().model_dir_path
# endregion

# region getGpuDevice
device = mlplane.local.get_gpu_device_output(opts=pulumi.InvokeOutputOptions(depends_on=[gpu])).result
# endregion

# region countTokens
tokens = mlplane.local.count_tokens_output(
    model=chat.id, messages=[{"role": "user", "content": "How long is this?"}]
).result
# endregion

# region chatCompletion
reply = mlplane.local.chat_completion_output(
    model=chat.id, messages=[{"role": "user", "content": "Say hello."}], temperature=0
)
hello = reply.choices.apply(lambda choices: choices[0]["message"]["content"])
# endregion

outputs = {
    "catalog": catalog,
    "cached": cached,
    "loaded": loaded,
    "directory": directory,
    "device": device,
    "tokens": tokens,
    "hello": hello,
}
