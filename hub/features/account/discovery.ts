import { router } from '#hub/http/route.ts'

/** Returns the routes of RFC 8414 (authorization server metadata) and RFC 7517 (public keys). */
export function discoveryRoutes(issuer: string) {
  const metadata = {
    issuer,
    token_endpoint: `${issuer}/~/connect/token`,
    revocation_endpoint: `${issuer}/~/connect/revoke`,
    revocation_endpoint_auth_methods_supported: ['none'],
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    grant_types_supported: ['password', 'refresh_token', 'client_credentials'],
    response_types_supported: [],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
  }
  const routes = router()
  routes.get('/.well-known/oauth-authorization-server', (c) => c.json(metadata))
  routes.get('/.well-known/openid-configuration', (c) => c.json(metadata))
  routes.get('/.well-known/jwks.json', (c) => c.json(c.get('hub').signer.jwks()))
  return routes
}
