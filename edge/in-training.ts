import type { AgentContext } from './context.ts'
import type { Journal } from './journal/journal.ts'

/** Returns the agent for a till in training. It shares all parts except those that record. */
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
    // The spool prints only jobs of the real journal, so it never gets training data.
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
