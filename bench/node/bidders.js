// Twenty matches of the auction at a boardgame.io server, bidding as fast as it answers.
//
// CONNECTIONS at each table: five, as it is used, where every seat has its own and is told of every bid; or one for all.
// A match is played for BIDS bids before its table is renewed, which happens only when a 0 comes in.

const { io } = require('socket.io-client');
const { SEATS, move } = require('./auction');
const { obey } = require('./orders');

const MATCHES = 20;
const BASE = `http://127.0.0.1:${process.env.PORT}`;
const CONNECTIONS = Number(process.env.CONNECTIONS);
const BIDS = Number(process.env.BIDS);

async function post(path, body) {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(BASE + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
  return answer.json();
}

async function connected(matchID, seat, credentials) {
  const socket = io(`${BASE}/auction`, { transports: ['websocket'], forceNew: true });
  await new Promise((resolve) => {
    socket.once('matchData', resolve);
    socket.emit('sync', matchID, String(seat), credentials[seat], SEATS);
  });
  return socket;
}

async function opened() {
  const { matchID } = await post('/games/auction/create', { numPlayers: SEATS });
  const credentials = [];
  for (let seat = 0; seat < SEATS; seat += 1) {
    const joined = await post(`/games/auction/${matchID}/join`, { playerID: String(seat), playerName: `p${seat}` });
    credentials.push(joined.playerCredentials);
  }
  const sockets = [];
  for (let seat = 0; seat < CONNECTIONS; seat += 1) sockets.push(await connected(matchID, seat, credentials));
  return { matchID, credentials, sockets, made: 0 };
}

// Until the seat is told of this bid: an earlier one's news may still be on its way to it.
function told(socket, made) {
  return new Promise((resolve) => {
    function hear(matchID, state) {
      if (state._stateID < made) return;
      socket.off('update', hear);
      resolve();
    }
    socket.on('update', hear);
  });
}

// Seconds until the server has told what the bid led to.
async function bid(match) {
  const seat = match.made % SEATS;
  const socket = match.sockets[seat % CONNECTIONS];
  match.made += 1;
  const began = performance.now();
  const answer = told(socket, match.made);
  socket.emit('update', move(seat, match.credentials[seat]), 0, match.matchID, String(seat));
  await answer;
  return (performance.now() - began) / 1000;
}

async function renewed(match) {
  for (const socket of match.sockets) socket.close();
  return opened();
}

async function main() {
  const matches = [];
  for (let count = 0; count < MATCHES; count += 1) matches.push(await opened());
  await obey(async (count) => {
    const waits = [];
    let left = count;
    if (count === 0) {
      for (let at = 0; at < MATCHES; at += 1) if (matches[at].made >= BIDS) matches[at] = await renewed(matches[at]);
    }
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
