import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { parseSearch } from '../shell/search.ts'

/** Link from a part of the dashboard to its details. `to` has the form `/path?query`. */
export function MoreLink({ to, children }: { to: string; children: string }) {
  const [path = '', query = ''] = to.split('?')
  return (
    <Anchor
      size="sm"
      mt="sm"
      display="inline-block"
      renderRoot={(props) => <Link to={path as '/'} search={parseSearch(query) as never} {...props} />}
    >
      {children}
    </Anchor>
  )
}
