// A process that does what it is told: a number comes in on a line, the answer goes out on one.

const readline = require('node:readline');

async function obey(work) {
  process.stdout.write('ready\n');
  for await (const line of readline.createInterface({ input: process.stdin })) {
    process.stdout.write(`${JSON.stringify(await work(Number(line)))}\n`);
  }
  process.exit(0);
}

module.exports = { obey };
