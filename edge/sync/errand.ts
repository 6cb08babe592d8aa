export type Side = 'upload' | 'download'
/** Kinds of requests that the agent makes on its own. */
export type Errand = Side | 'recall'
