import type { AgentContext } from './context.ts'
import type { Journal } from './journal/journal.ts'

/** The agent as a till in training sees it: all as it is, but for what is written down. */
export function inTraining(agent: AgentContext, journal: Journal): AgentContext {
  return {
    ...{ config: agent.config, log: agent.log, clock: agent.clock, bootId: agent.bootId },
    ...{ backups: agent.backups, disk: agent.disk, replica: agent.replica, troubles: agent.troubles },
    ...{ metrics: agent.metrics, idleTills: agent.idleTills, approvals: agent.approvals },
    ...{ training: agent.training, enrolmentLimit: agent.enrolmentLimit, stopping: agent.stopping },
    // Prints what stands in the journal of sales: nothing of training comes to it.
    ...{ device: agent.device, sync: agent.sync, spool: agent.spool },
    scale: agent.scale,
    pictures: agent.pictures,
    ...{ toldBalances: agent.toldBalances, toldVouchers: agent.toldVouchers },
    becomeDevice: (device) => agent.becomeDevice(device),
    beginChain: (chain, reason) => agent.beginChain(chain, reason),
    journalIsDamaged: (detail) => agent.journalIsDamaged(detail),
    journal,
    isTraining: true,
  }
}
