// A boardgame.io server on PostgreSQL, at PORT on the loopback; the database is named by PGHOST and its kin

const { Server } = require('boardgame.io/server');
const { auction } = require('./auction');
const { storage } = require('./storage');

Server({ games: [auction], db: storage(process.env.STORAGE), origins: [] }).run({
  port: { port: Number(process.env.PORT), host: '127.0.0.1' },
  callback: () => process.stdout.write('ready\n'),
});

// Whoever started us has gone.
process.stdin.on('end', () => process.exit(0)).resume();
