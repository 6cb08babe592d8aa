const JOBS_RUN = 'See whether a hub process runs that does jobs (RUN_JOBS), and look in its log.'

/** What a check has found, and what to do. `{name}` is filled in. */
export const en = {
  databaseQuick: ['The database answers within {ms} ms.', null],
  databaseSlow: [
    'The database took {ms} ms for the simplest question.',
    'See whether its server is overloaded, far away or short of connections (DATABASE_POOL_SIZE).',
  ],
  statementsQuick: ['No statement of the hub takes long in the database.', null],
  statementsSlow: [
    'A statement of the hub has been running in the database for {seconds} s.',
    'Look again in a minute. If it stays: see what the database is busy with (pg_stat_activity), and whether its server is overloaded.',
  ],
  clocksAgree: ['The clocks of the hub and of the database agree.', null],
  clocksDiffer: [
    'The clocks of the hub and of the database differ by {seconds} s.',
    'Switch on time synchronization (NTP) on both servers.',
  ],
  diskHasRoom: ['The data folder of the hub has {gib} GiB left.', null],
  diskIsFull: ['The data folder of the hub has {gib} GiB left.', 'Free some room, or give the disk more.'],
  filesKept: ['A file was stored, read and deleted.', null],
  filesDiffer: [
    'A file that was stored came back different, or not at all.',
    'See whether the file store (FILES_DIR, S3_BUCKET) is there, may be written to and has room.',
  ],
  filesFail: [
    'A file could not be stored and read ({code}).',
    'See whether the file store (FILES_DIR, S3_BUCKET) is there, may be written to and has room.',
  ],
  mailToFolder: [
    'Mails become files in the data folder of the hub: nothing is sent.',
    'Start the hub without MAIL_DIR. A SuperAdmin then sets up the mail server in the settings of the platform.',
  ],
  mailTaken: ['The mail server takes mails.', null],
  mailNotSet: [
    'No mail can be sent ({code}): invitations, new passwords and receipts do not leave the hub.',
    'A SuperAdmin sets up the mail server and the public address in the settings of the platform.',
  ],
  mailRefused: [
    'The mail server does not take mails ({code}).',
    'A SuperAdmin checks host, port, encryption, user and password in the settings of the platform, and the firewall.',
  ],
  mailsNone: ['No mail was sent in the last 7 days.', null],
  mailsAreFiles: [
    'Mails of the last 7 days: {sent} became files and reached nobody.',
    'See what the check of the mail server says.',
  ],
  mailsSent: ['Mails of the last 7 days: all are sent.', null],
  mailsFailed: [
    'Mails of the last 7 days: {failed} not sent, {waiting} waiting for more than 15 minutes.',
    'See whether the addresses of employees and customers are right, and send again.',
  ],
  mailsWait: [
    'Mails of the last 7 days: {failed} not sent, {waiting} waiting for more than 15 minutes.',
    `See what the check of the mail server says. If it is well: ${JOBS_RUN}`,
  ],
  messengerTells: ['The chat of the messenger is reached.', null],
  messengerUnused: ['No chat of a messenger is bound.', null],
  messengerLost: [
    'The chat of the messenger has blocked the bot, or it is gone: nobody is told anything.',
    'Open "Messenger", save, and open the new link in the chat that is to be told.',
  ],
  messengerNoBot: [
    'The platform has no bot any more: the chat is told nothing.',
    'A SuperAdmin sets the token of the bot in the settings of the platform.',
  ],
  messengerTokenRefused: [
    'Telegram does not know the token of the bot since {since}: no chat is told anything.',
    'A SuperAdmin takes the token anew from @BotFather and sets it in the settings of the platform.',
  ],
  messengerNotReached: [
    'Telegram is not reached since {since}. What was to be told waits.',
    'See whether the hub reaches api.telegram.org on port 443 (firewall, proxy, TELEGRAM_API_URL).',
  ],
  messengerRefused: [
    'Telegram takes no message to the chat since {since}. What was to be told waits.',
    'Open "Messenger", which says why. In a group, let the bot write; otherwise unbind the chat and bind it again.',
  ],
  fiscalUnused: ['No provider of fiscal receipts is chosen.', null],
  fiscalMade: ['No fiscal receipt is stuck.', null],
  fiscalStuck: [
    'Fiscal receipts that are stuck: {stuck}.',
    'Open "Fiscal receipts", filter by "Stuck": each says what the provider answers and what to do.',
  ],
  jobsDone: ['No job failed in the last 7 days, and none is stuck.', null],
  jobsFailed: [
    'Jobs: {failed} failed in the last 7 days: {types}.',
    'Open the list of jobs: each says why it has failed. Begin it anew from there.',
  ],
  jobsStuck: [
    'Jobs: {stuck} stuck (queued for an hour, or running for 12), {failed} failed in the last 7 days: {types}.',
    JOBS_RUN,
  ],
  daysSummed: ['All days that are over are summed up for the reports.', null],
  sumsWait: [
    'Waiting to be summed up: days: {days} (the first: {first}), groups of products: {groups}. Reports are right, but slower.',
    `Run the diagnostic again in a minute. If the numbers do not fall: ${JOBS_RUN}`,
  ],
  booksAddUp: ['The books added up {hours} hours ago.', null],
  booksNotDue: ['The books are checked in the coming night.', null],
  booksDiffer: [
    'The books did not add up at {at}: {findings} findings.',
    'Open "Books check" under Stock, which names them, and ask for support.',
  ],
  booksOld: [
    'The books were last checked {hours} hours ago.',
    `Start a check under Stock, Books check. It runs every night by itself: ${JOBS_RUN}`,
  ],
  booksNever: [
    'The books were never checked.',
    `Start a check under Stock, Books check. It runs every night by itself: ${JOBS_RUN}`,
  ],
  feedWhole: ['The changes that go to tills are numbered without a gap.', null],
  feedBroken: [
    'Of the changes that go to tills {pending} have no number, {ahead} have one that was not given out yet, and {missing} ' +
      'numbers are missing: tills may lack changes.',
    'Ask for support: the database was changed by hand, or restored in part. Tills that take a new snapshot are right again.',
  ],
  custodyEmpty: ['Everything that tills have handed over is booked or on the work list.', null],
  custodyWaits: [
    'Uploads of tills that wait to be booked: {waiting}, the oldest for {oldest} minutes. Nothing is lost.',
    `They are tried again by themselves. If the number does not fall: ${JOBS_RUN}`,
  ],
  workListEmpty: ['Nothing that tills have handed over waits for a person.', null],
  workListOpen: [
    'Items that tills have handed over and that wait for a person: {open} ({kinds}).',
    'Open the work list: each item says what is wrong with it. Correct it or settle it.',
  ],
  auditSealed: ['{rows} entries of the audit log are as their {seals} seals say.', null],
  auditChanged: [
    'The audit log is not what was sealed: it differs from seal {seal} of {at}.',
    'Somebody has changed it in the database, or an older backup was restored. `npm run check:audit` says more.',
  ],
  auditUnlikeTills: [
    'The audit log is not what was sealed: these tills hold a seal that it does not have: {tills}.',
    'Somebody has changed it in the database, or an older backup was restored. `npm run check:audit` says more.',
  ],
  auditUnsealed: ['Entries of the audit log that are not sealed yet: {late}.', JOBS_RUN],
  tillsInContact: ['All tills are in contact.', null],
  tillsDown: [
    'Tills that do not answer for more than {limit} minutes while their shift is open: {tills}.',
    'Go and look: the till, its computer or its line is down. A till that still works goes on selling.',
  ],
  tillsSilent: [
    'Tills that the hub has not heard of for more than {limit} minutes: {tills}.',
    'See whether they are switched on and have a network. They go on selling. A till that is gone for good is revoked.',
  ],
  tillsHandedOver: ['No till has old sales to hand over.', null],
  tillsWait: [
    'Tills with sales that they could not hand over for more than {limit} minutes: {tills}.',
    'See what the check of their contact says, and what the till itself says under its status.',
  ],
  tillClocksRight: ['The clocks of the tills are right.', null],
  tillClocksOff: [
    'Tills whose clocks are off by more than {limit} seconds: {tills}.',
    'Set them to the time of the internet in the settings of the operating system.',
  ],
  tillDisksRoom: ['The tills have room on their disks.', null],
  tillDisksFull: [
    'Tills with less than {limit} GiB left on their disks: {tills}.',
    'Delete what the till does not need from its disk; leave its data folder alone.',
  ],
  tillDataFresh: ['The tills hold the products and prices of now.', null],
  tillDataOld: [
    'Tills whose products and prices are older than {limit} minutes: {tills}.',
    'See what the check of their contact says. Restart the agent if it is in contact.',
  ],
  tillBackupsMade: ['The tills have backed up their journals.', null],
  tillBackupsOld: [
    'Tills whose journals were not backed up for {limit} hours: {tills}.',
    'See whether the folder of the backup is there, such as a USB stick.',
  ],
  tillsUnique: ['Every till has an identity of its own.', null],
  tillsCopied: [
    'Two computers work with the identity of each of these tills: {tills}.',
    'Stop the copy, enrol it as a till of its own, and settle the item on the work list.',
  ],
  tillsWell: ['No till reports trouble.', null],
  tillsTroubled: [
    'Tills that report trouble: {tills}.',
    'Open the till under Devices: it says what is wrong.',
  ],
  noTills: ['There are no tills.', null],
  oneVersion: ['All tills have one version: {versions}.', null],
  manyVersions: [
    'Tills have different versions: {versions}.',
    'Update the older ones. Whatever the versions, they go on working together.',
  ],
  noAnswer: [
    'There was no answer within {seconds} seconds.',
    'Run the diagnostic again. If it stays so, what is checked here hangs or is overloaded.',
  ],
  checkFailed: [
    'The check itself failed.',
    'Look in the log of the hub for "a check of the diagnostic failed".',
  ],
} as const satisfies Record<string, Words>

/** What was found, and what to do; null: nothing. */
export type Words = readonly [detail: string, fix: string | null]
export type FindingCode = keyof typeof en
