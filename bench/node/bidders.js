// Twenty matches of the auction at a boardgame.io server, a connection each, bidding as fast as it answers.

const { io } = require('socket.io-client');
const { SEATS, move } = require('./auction');
const { obey } = require('./orders');

const MATCHES = 20;
const BASE = `http://127.0.0.1:${process.env.PORT}`;

async function post(path, body) {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(BASE + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
  return answer.json();
}

async function opened() {
  const { matchID } = await post('/games/auction/create', { numPlayers: SEATS });
  const credentials = [];
  for (let seat = 0; seat < SEATS; seat += 1) {
    const joined = await post(`/games/auction/${matchID}/join`, { playerID: String(seat), playerName: `p${seat}` });
    credentials.push(joined.playerCredentials);
  }
  const socket = io(`${BASE}/auction`, { transports: ['websocket'] });
  await new Promise((resolve) => {
    socket.once('matchData', resolve);
    socket.emit('sync', matchID, '0', credentials[0], SEATS);
  });
  return { matchID, credentials, socket, made: 0 };
}

// Seconds until the server has told what the bid led to.
async function bid(match) {
  const seat = match.made % SEATS;
  match.made += 1;
  const began = performance.now();
  await new Promise((resolve) => {
    match.socket.once('update', resolve);
    match.socket.emit('update', move(seat, match.credentials[seat]), 0, match.matchID, String(seat));
  });
  return (performance.now() - began) / 1000;
}

// Twenty new tables: the older a match is, the dearer the published storage makes a move in it.
async function renewed(matches) {
  for (const match of matches) match.socket.close();
  const fresh = [];
  for (let count = 0; count < MATCHES; count += 1) fresh.push(await opened());
  return fresh;
}

async function main() {
  let matches = await renewed([]);
  await obey(async (count) => {
    const waits = [];
    let left = count;
    if (count === 0) matches = await renewed(matches);
    await Promise.all(matches.map(async (match) => {
      while (left > 0) {
        left -= 1;
        waits.push(await bid(match));
      }
    }));
    return waits;
  });
}

main();
