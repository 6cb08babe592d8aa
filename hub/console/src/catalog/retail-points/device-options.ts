import { queryOptions } from '@tanstack/react-query'
import { DEVICES } from '#shared/contracts/fleet/devices.ts'
import { call } from '../../api/call.ts'

const REFRESH_MS = 15_000

/** Query of a retail point's devices, without revoked ones. */
export const deviceOptions = (retailPointId: string) =>
  queryOptions({
    queryKey: [DEVICES.path, retailPointId],
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) =>
      call(DEVICES, { query: { retailPointId, isRevoked: 'false', sort: 'name', pageSize: 200 }, signal }),
  })
