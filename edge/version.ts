import packageJson from '../package.json' with { type: 'json' }

export const AGENT_VERSION: string = packageJson.version
