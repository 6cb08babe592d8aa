import type { AgentContext } from './context.ts'
import type { Journal } from './journal/journal.ts'

/** Returns the agent for a till in training: all parts are the same, except those that record. */
export function inTraining(agent: AgentContext, journal: Journal): AgentContext {
  return {
    config: agent.config,
    log: agent.log,
    clock: agent.clock,
    bootId: agent.bootId,
    backups: agent.backups,
    disk: agent.disk,
    replica: agent.replica,
    troubles: agent.troubles,
    metrics: agent.metrics,
    idleTills: agent.idleTills,
    approvals: agent.approvals,
    training: agent.training,
    enrolmentLimit: agent.enrolmentLimit,
    stopping: agent.stopping,
    // The spool prints jobs of the real journal: training data never reaches it.
    device: agent.device,
    sync: agent.sync,
    spool: agent.spool,
    scale: agent.scale,
    pictures: agent.pictures,
    onlineBalances: agent.onlineBalances,
    onlineVouchers: agent.onlineVouchers,
    becomeDevice: (device) => agent.becomeDevice(device),
    beginChain: (chain, reason) => agent.beginChain(chain, reason),
    journalIsDamaged: (detail) => agent.journalIsDamaged(detail),
    journal,
    isTraining: true,
  }
}
