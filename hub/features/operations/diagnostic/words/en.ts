const JOBS_RUN = 'Check that a server process with RUN_JOBS is running, and see its log.'

/** Text and remedy of each finding. `{name}` is a placeholder for a value. */
export const en = {
  databaseQuick: ['The database responds within {ms} ms.', null],
  databaseSlow: [
    'The database took {ms} ms for the simplest query.',
    'Check whether its server is overloaded, far away or short of connections (DATABASE_POOL_SIZE).',
  ],
  statementsQuick: ['No database query is taking long.', null],
  statementsSlow: [
    'A database query has been running for {seconds} s.',
    'Check again in a minute. If it is still running, see what the database is busy with (pg_stat_activity) and whether its server is overloaded.',
  ],
  clocksAgree: ['The clocks of the server and the database agree.', null],
  clocksDiffer: [
    'The clocks of the server and the database differ by {seconds} s.',
    'Turn on time synchronization (NTP) on both servers.',
  ],
  diskHasRoom: ['The data folder has {gib} GiB free.', null],
  diskIsFull: ['The data folder has {gib} GiB free.', 'Free up space or enlarge the disk.'],
  filesKept: ['A test file was stored, read and deleted.', null],
  filesDiffer: [
    'A stored test file came back different, or not at all.',
    'Check that the file storage (FILES_DIR, S3_BUCKET) is available, writable and has free space.',
  ],
  filesFail: [
    'A test file could not be stored and read ({code}).',
    'Check that the file storage (FILES_DIR, S3_BUCKET) is available, writable and has free space.',
  ],
  mailToFolder: [
    'E-mails are saved as files in the data folder: nothing is sent.',
    'Start the server without MAIL_DIR. Then ask a platform administrator to set up the mail server in the platform settings.',
  ],
  mailTaken: ['The mail server accepts e-mails.', null],
  mailNotSet: [
    'No e-mails can be sent ({code}): invitations, password links and receipts are not delivered.',
    'Ask a platform administrator to set up the mail server and the public address in the platform settings.',
  ],
  mailRefused: [
    'The mail server does not accept e-mails ({code}).',
    'Ask a platform administrator to check server, port, encryption, user and password in the platform settings, and the firewall.',
  ],
  mailsNone: ['No e-mails were sent in the last 7 days.', null],
  mailsAreFiles: [
    'E-mails in the last 7 days: {sent} saved as files and not delivered.',
    'See the mail server check.',
  ],
  mailsSent: ['E-mails in the last 7 days: all sent.', null],
  mailsFailed: [
    'E-mails in the last 7 days: {failed} not sent, {waiting} waiting for more than 15 minutes.',
    'Check the addresses of employees and customers, and send again.',
  ],
  mailsWait: [
    'E-mails in the last 7 days: {failed} not sent, {waiting} waiting for more than 15 minutes.',
    `See the mail server check. If it is OK: ${JOBS_RUN}`,
  ],
  messengerTells: ['The messenger chat is connected.', null],
  messengerUnused: ['No messenger chat is connected.', null],
  messengerLost: [
    'The messenger chat has blocked the bot or was deleted: nobody gets notifications.',
    'Open "Messenger", save, and open the new link in the chat you want.',
  ],
  messengerNoBot: [
    'The platform no longer has a bot: the chat gets no notifications.',
    'Ask a platform administrator to set the bot token in the platform settings.',
  ],
  messengerTokenRefused: [
    'Telegram has rejected the bot token since {since}: nobody gets notifications.',
    'Ask a platform administrator to get a new token from @BotFather and set it in the platform settings.',
  ],
  messengerNotReached: [
    'Telegram has been unreachable since {since}. Notifications are waiting.',
    'Check that the server can reach api.telegram.org on port 443 (firewall, proxy, TELEGRAM_API_URL).',
  ],
  messengerRefused: [
    'Telegram has rejected messages to the chat since {since}. Notifications are waiting.',
    'Open "Messenger" to see why. In a group, allow the bot to write; otherwise disconnect the chat and connect it again.',
  ],
  fiscalUnused: ['No fiscal provider is set up.', null],
  fiscalMade: ['No fiscal receipts are stuck.', null],
  fiscalStuck: [
    'Stuck fiscal receipts: {stuck}.',
    'Open "Fiscal receipts" and filter by "Stuck": each one shows the provider message and what to do.',
  ],
  jobsDone: ['No jobs failed in the last 7 days, and none are stuck.', null],
  jobsFailed: [
    'Jobs failed in the last 7 days: {failed} ({types}).',
    'Open the list of jobs: each one shows why it failed. Run it again from there.',
  ],
  jobsStuck: [
    'Stuck jobs: {stuck} (queued for an hour or running for 12). Failed in the last 7 days: {failed}. Types: {types}.',
    JOBS_RUN,
  ],
  daysSummed: ['Report totals are up to date for all past days.', null],
  sumsWait: [
    'Report totals still to calculate: days: {days} (the first: {first}), product groups: {groups}. Reports are correct, but slower.',
    `Run the diagnostics again in a minute. If the numbers do not go down: ${JOBS_RUN}`,
  ],
  booksAddUp: ['The last stock reconciliation, {hours} hours ago, found no differences.', null],
  booksNotDue: ['The first stock reconciliation runs tonight.', null],
  booksDiffer: [
    'The stock reconciliation at {at} found differences: {findings}.',
    'Open "Stock reconciliation" under Stock to see them, and contact support.',
  ],
  booksOld: [
    'The last stock reconciliation was {hours} hours ago.',
    `Start one under Stock, Stock reconciliation. It normally runs every night: ${JOBS_RUN}`,
  ],
  booksNever: [
    'There has been no stock reconciliation yet.',
    `Start one under Stock, Stock reconciliation. It normally runs every night: ${JOBS_RUN}`,
  ],
  feedWhole: ['Changes for the tills are numbered without gaps.', null],
  feedBroken: [
    'Changes for the tills: {pending} without a number, {ahead} with a number not assigned yet, {missing} numbers missing. Tills may be missing changes.',
    'Contact support: the database was changed by hand or partly restored. Tills that download a new snapshot are correct again.',
  ],
  custodyEmpty: ['All records from tills are posted or in the work list.', null],
  custodyWaits: [
    'Records from tills waiting to be posted: {waiting}, the oldest for {oldest} minutes. Nothing is lost.',
    `The server retries them automatically. If the number does not go down: ${JOBS_RUN}`,
  ],
  workListEmpty: ['The work list is empty.', null],
  workListOpen: [
    'Open items in the work list: {open} ({kinds}).',
    'Open the work list: each item says what is wrong. Correct or resolve it.',
  ],
  auditSealed: ['The audit log is intact (entries: {rows}, seals: {seals}).', null],
  auditChanged: [
    'The audit log was changed: it differs from seal {seal} of {at}.',
    'Someone changed it in the database, or an older backup was restored. Details: `npm run check:audit`.',
  ],
  auditUnlikeTills: [
    'The audit log was changed: these tills hold a seal that it does not have: {tills}.',
    'Someone changed it in the database, or an older backup was restored. Details: `npm run check:audit`.',
  ],
  auditUnsealed: ['Audit log entries not sealed yet: {late}.', JOBS_RUN],
  tillsInContact: ['All tills are online.', null],
  tillsDown: [
    'Tills not responding for more than {limit} minutes with an open shift: {tills}.',
    'Check on site: the till, its computer or its network is down. A working till keeps selling.',
  ],
  tillsSilent: [
    'Tills offline for more than {limit} minutes: {tills}.',
    'Check that they are on and have a network. They keep selling. Revoke a till that no longer exists.',
  ],
  tillsHandedOver: ['No tills have old unsent sales.', null],
  tillsWait: [
    'Tills that could not send sales for more than {limit} minutes: {tills}.',
    'See the connection check, and the status page of the till itself.',
  ],
  tillClocksRight: ['The clocks of the tills are right.', null],
  tillClocksOff: [
    'Tills whose clock is off by more than {limit} seconds: {tills}.',
    'Turn on internet time in the settings of their operating system.',
  ],
  tillDisksRoom: ['The tills have free disk space.', null],
  tillDisksFull: [
    'Tills with less than {limit} GiB of free disk space: {tills}.',
    'Delete files the till does not need; do not touch its data folder.',
  ],
  tillDataFresh: ['Products and prices on the tills are up to date.', null],
  tillDataOld: [
    'Tills with products and prices older than {limit} minutes: {tills}.',
    'See the connection check. If the till is online, restart its service.',
  ],
  tillBackupsMade: ['The tills have backed up their sales.', null],
  tillBackupsOld: [
    'Tills without a backup of their sales for {limit} hours: {tills}.',
    'Check that the backup folder is available, such as a USB stick.',
  ],
  tillsUnique: ['Each till runs on one computer only.', null],
  tillsCopied: [
    'Tills running on two computers at once: {tills}.',
    'Stop the copy, connect it as a separate till, and resolve the item in the work list.',
  ],
  tillsWell: ['No tills report problems.', null],
  tillsTroubled: ['Tills reporting problems: {tills}.', 'Open the till under Tills to see the problem.'],
  noTills: ['There are no tills.', null],
  oneVersion: ['All tills have the same version: {versions}.', null],
  manyVersions: [
    'Tills have different versions: {versions}.',
    'Update the older ones. Different versions keep working together.',
  ],
  noAnswer: [
    'No response within {seconds} seconds.',
    'Run the diagnostics again. If it happens again, the part being checked hangs or is overloaded.',
  ],
  checkFailed: ['The check itself failed.', 'Search the server log for "a check of the diagnostic failed".'],
} as const satisfies Record<string, Words>

/** Text of a finding and its remedy, or null when nothing needs to be done. */
export type Words = readonly [detail: string, fix: string | null]
export type FindingCode = keyof typeof en
