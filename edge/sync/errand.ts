export type Side = 'upload' | 'download'
/** Kinds of requests that the agent sends to the hub in the background. */
export type Errand = Side | 'recall'
