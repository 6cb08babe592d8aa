const JOBS_RUN = 'Check that a hub process is running with jobs enabled (RUN_JOBS), and read its log.'

/** Text of each finding, and the remedy. `{name}` is replaced by a value. */
export const en = {
  databaseQuick: ['The database answers within {ms} ms.', null],
  databaseSlow: [
    'The database took {ms} ms for the simplest query.',
    'Check whether its server is overloaded, far away or short of connections (DATABASE_POOL_SIZE).',
  ],
  statementsQuick: ['No statement of the hub takes long in the database.', null],
  statementsSlow: [
    'A statement of the hub has been running in the database for {seconds} s.',
    'Look again in a minute. If it stays: check what the database is busy with (pg_stat_activity), and whether its server is overloaded.',
  ],
  clocksAgree: ['The clocks of the hub and of the database agree.', null],
  clocksDiffer: [
    'The clocks of the hub and of the database differ by {seconds} s.',
    'Switch on time synchronization (NTP) on both servers.',
  ],
  diskHasRoom: ['The data folder of the hub has {gib} GiB left.', null],
  diskIsFull: ['The data folder of the hub has {gib} GiB left.', 'Free some space, or enlarge the disk.'],
  filesKept: ['A file was stored, read and deleted.', null],
  filesDiffer: [
    'A file that was stored came back different, or not at all.',
    'Check whether the file store (FILES_DIR, S3_BUCKET) exists, is writable and has space.',
  ],
  filesFail: [
    'A file could not be stored and read ({code}).',
    'Check whether the file store (FILES_DIR, S3_BUCKET) exists, is writable and has space.',
  ],
  mailToFolder: [
    'Mails become files in the data folder of the hub: nothing is sent.',
    'Start the hub without MAIL_DIR. A SuperAdmin then sets up the mail server in the settings of the platform.',
  ],
  mailTaken: ['The mail server accepts mails.', null],
  mailNotSet: [
    'No mail can be sent ({code}): invitations, new passwords and receipts do not leave the hub.',
    'A SuperAdmin sets up the mail server and the public address in the settings of the platform.',
  ],
  mailRefused: [
    'The mail server does not accept mails ({code}).',
    'A SuperAdmin checks host, port, encryption, user and password in the settings of the platform, and the firewall.',
  ],
  mailsNone: ['No mail was sent in the last 7 days.', null],
  mailsAreFiles: [
    'Mails of the last 7 days: {sent} became files and reached nobody.',
    'See the check of the mail server.',
  ],
  mailsSent: ['Mails of the last 7 days: all are sent.', null],
  mailsFailed: [
    'Mails of the last 7 days: {failed} not sent, {waiting} waiting for more than 15 minutes.',
    'Check the addresses of employees and customers, and send again.',
  ],
  mailsWait: [
    'Mails of the last 7 days: {failed} not sent, {waiting} waiting for more than 15 minutes.',
    `See the check of the mail server. If it is fine: ${JOBS_RUN}`,
  ],
  messengerTells: ['The chat of the messenger can be reached.', null],
  messengerUnused: ['No chat of a messenger is bound.', null],
  messengerLost: [
    'The chat of the messenger has blocked the bot, or was deleted: nobody is notified.',
    'Open "Messenger", save, and open the new link in the chat that should be notified.',
  ],
  messengerNoBot: [
    'The platform no longer has a bot: the chat is not notified.',
    'A SuperAdmin sets the token of the bot in the settings of the platform.',
  ],
  messengerTokenRefused: [
    'Telegram has not known the token of the bot since {since}: no chat is notified.',
    'A SuperAdmin gets a new token from @BotFather and sets it in the settings of the platform.',
  ],
  messengerNotReached: [
    'Telegram cannot be reached since {since}. Notices are waiting.',
    'Check whether the hub reaches api.telegram.org on port 443 (firewall, proxy, TELEGRAM_API_URL).',
  ],
  messengerRefused: [
    'Telegram accepts no message to the chat since {since}. Notices are waiting.',
    'Open "Messenger", which shows the reason. In a group, allow the bot to write; otherwise unbind the chat and bind it again.',
  ],
  fiscalUnused: ['No provider of fiscal receipts is chosen.', null],
  fiscalMade: ['No fiscal receipt is stuck.', null],
  fiscalStuck: [
    'Fiscal receipts that are stuck: {stuck}.',
    'Open "Fiscal receipts", filter by "Stuck": each shows the response of the provider and the remedy.',
  ],
  jobsDone: ['No job failed in the last 7 days, and none is stuck.', null],
  jobsFailed: [
    'Jobs: {failed} failed in the last 7 days: {types}.',
    'Open the list of jobs: each shows why it has failed. Start it again from there.',
  ],
  jobsStuck: [
    'Jobs: {stuck} stuck (queued for an hour, or running for 12), {failed} failed in the last 7 days: {types}.',
    JOBS_RUN,
  ],
  daysSummed: ['All past days are summed up for the reports.', null],
  sumsWait: [
    'Waiting to be summed up: days: {days} (the first: {first}), groups of products: {groups}. Reports are right, but slower.',
    `Run the diagnostic again in a minute. If the numbers do not fall: ${JOBS_RUN}`,
  ],
  booksAddUp: ['The books added up {hours} hours ago.', null],
  booksNotDue: ['The books are checked in the coming night.', null],
  booksDiffer: [
    'The books did not add up at {at}: {findings} findings.',
    'Open "Books check" under Stock, which lists them, and ask for support.',
  ],
  booksOld: [
    'The books were last checked {hours} hours ago.',
    `Start a check under Stock, Books check. It runs every night by itself: ${JOBS_RUN}`,
  ],
  booksNever: [
    'The books were never checked.',
    `Start a check under Stock, Books check. It runs every night by itself: ${JOBS_RUN}`,
  ],
  feedWhole: ['The changes for tills are numbered without a gap.', null],
  feedBroken: [
    'Of the changes for tills {pending} have no number, {ahead} have one that was not given out yet, and {missing} ' +
      'numbers are missing: tills may lack changes.',
    'Ask for support: the database was changed by hand, or partly restored. A new snapshot corrects a till.',
  ],
  custodyEmpty: ['All uploads of tills are booked or on the work list.', null],
  custodyWaits: [
    'Uploads of tills that wait to be booked: {waiting}, the oldest for {oldest} minutes. Nothing is lost.',
    `They are retried automatically. If the number does not fall: ${JOBS_RUN}`,
  ],
  workListEmpty: ['No upload of a till waits for a user.', null],
  workListOpen: [
    'Uploads of tills that wait for a user: {open} ({kinds}).',
    'Open the work list: each item shows its problem. Correct it or settle it.',
  ],
  auditSealed: ['{rows} entries of the audit log match their {seals} seals.', null],
  auditChanged: [
    'The audit log was changed after it was sealed: it differs from seal {seal} of {at}.',
    'Somebody has changed it in the database, or an older backup was restored. `npm run check:audit` shows more.',
  ],
  auditUnlikeTills: [
    'The audit log was changed after it was sealed: these tills hold a seal that it does not have: {tills}.',
    'Somebody has changed it in the database, or an older backup was restored. `npm run check:audit` shows more.',
  ],
  auditUnsealed: ['Entries of the audit log that are not sealed yet: {late}.', JOBS_RUN],
  tillsInContact: ['All tills are in contact.', null],
  tillsDown: [
    'Tills with an open shift that have not answered for more than {limit} minutes: {tills}.',
    'Go and look: the till, its computer or its network is down. A till that still works continues to sell.',
  ],
  tillsSilent: [
    'Tills without contact with the hub for more than {limit} minutes: {tills}.',
    'Check whether they are switched on and have a network. They continue to sell. Revoke a till that is gone for good.',
  ],
  tillsHandedOver: ['No till has old sales to upload.', null],
  tillsWait: [
    'Tills with sales that they could not upload for more than {limit} minutes: {tills}.',
    'See the check of their contact, and the status on the till itself.',
  ],
  tillClocksRight: ['The clocks of the tills are right.', null],
  tillClocksOff: [
    'Tills whose clocks are off by more than {limit} seconds: {tills}.',
    'Synchronize them with internet time in the settings of the operating system.',
  ],
  tillDisksRoom: ['The tills have space on their disks.', null],
  tillDisksFull: [
    'Tills with less than {limit} GiB left on their disks: {tills}.',
    'Delete what the till does not need from its disk; leave its data folder alone.',
  ],
  tillDataFresh: ['The tills hold the current products and prices.', null],
  tillDataOld: [
    'Tills whose products and prices are older than {limit} minutes: {tills}.',
    'See the check of their contact. Restart the agent if it is in contact.',
  ],
  tillBackupsMade: ['The tills have backed up their journals.', null],
  tillBackupsOld: [
    'Tills whose journals were not backed up for {limit} hours: {tills}.',
    'Check whether the folder of the backup is available, such as a USB stick.',
  ],
  tillsUnique: ['Every till has an identity of its own.', null],
  tillsCopied: [
    'Two computers work with the identity of each of these tills: {tills}.',
    'Stop the copy, enrol it as a till of its own, and settle the item on the work list.',
  ],
  tillsWell: ['No till reports problems.', null],
  tillsTroubled: [
    'Tills that report problems: {tills}.',
    'Open the till under Devices: it shows the problem.',
  ],
  noTills: ['There are no tills.', null],
  oneVersion: ['All tills have one version: {versions}.', null],
  manyVersions: [
    'Tills have different versions: {versions}.',
    'Update the older ones. Tills of different versions keep working together.',
  ],
  noAnswer: [
    'There was no answer within {seconds} seconds.',
    'Run the diagnostic again. If it stays so, the checked part hangs or is overloaded.',
  ],
  checkFailed: [
    'The check itself failed.',
    'Look in the log of the hub for "a check of the diagnostic failed".',
  ],
} as const satisfies Record<string, Words>

/** Finding and remedy; null: no remedy is needed. */
export type Words = readonly [detail: string, fix: string | null]
export type FindingCode = keyof typeof en
