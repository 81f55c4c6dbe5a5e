// Tests wait for services and for the CLI; on a busy machine that takes longer than jest's five seconds.
jest.setTimeout(120_000);
