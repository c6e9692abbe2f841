// Matches of boardgame.io in PostgreSQL: by the adapter that is published, or by a leaner one of our own.

const { PostgresStore } = require('bgio-postgres');
const { Pool } = require('pg');
const { Async } = require('boardgame.io/internal');

const TABLES = `
  CREATE TABLE IF NOT EXISTS bgio_match (
    id text PRIMARY KEY, initial text NOT NULL, state text NOT NULL, metadata text NOT NULL);
  CREATE TABLE IF NOT EXISTS bgio_log (
    id bigserial PRIMARY KEY, match_id text NOT NULL REFERENCES bgio_match, line text NOT NULL)`;
const ADD = 'INSERT INTO bgio_match (id, initial, state, metadata) VALUES ($1, $2, $2, $3)';
// Both in one statement, which is one transaction and one round trip.
const KEEP = `WITH kept AS (UPDATE bgio_match SET state = $2 WHERE id = $1)
  INSERT INTO bgio_log (match_id, line) SELECT $1, unnest($3::text[])`;

// A row for each match and one for each line of its log, by prepared statements.
class Lean extends Async {
  async connect() {
    this.pool = new Pool({ max: 20 });
    this.pool.on('error', () => process.exit(1)); // the database has gone: so do we
    await this.pool.query(TABLES);
  }

  async createMatch(id, { initialState, metadata }) {
    await this.pool.query(ADD, [id, JSON.stringify(initialState), JSON.stringify(metadata)]);
  }

  async setState(id, state, deltalog) {
    const lines = (deltalog || []).map((line) => JSON.stringify(line));
    await this.pool.query({ name: 'keep', text: KEEP, values: [id, JSON.stringify(state), lines] });
  }

  async setMetadata(id, metadata) {
    const text = 'UPDATE bgio_match SET metadata = $2 WHERE id = $1';
    await this.pool.query({ name: 'metadata', text, values: [id, JSON.stringify(metadata)] });
  }

  async fetch(id, wanted) {
    const columns = { state: 'state', metadata: 'metadata', initialState: 'initial' };
    const asked = Object.keys(columns).filter((name) => wanted[name]);
    const text = `SELECT ${asked.map((name) => columns[name]).join(', ')} FROM bgio_match WHERE id = $1`;
    const { rows } = await this.pool.query({ name: text, text, values: [id] });
    const found = asked.map((name) => [name, rows[0] && JSON.parse(rows[0][columns[name]])]);
    return { ...Object.fromEntries(found), ...(wanted.log ? { log: [] } : {}) };
  }

  async wipe(id) {
    await this.pool.query('DELETE FROM bgio_match WHERE id = $1', [id]);
  }

  async listMatches() {
    return (await this.pool.query('SELECT id FROM bgio_match')).rows.map((row) => row.id);
  }
}

function published() {
  const { PGHOST: host, PGPORT: port, PGUSER: username, PGPASSWORD: password, PGDATABASE: database } = process.env;
  return new PostgresStore({ host, port: Number(port || 5432), username, password, database, logging: false, pool: { max: 20 } });
}

function storage(name) {
  return name === 'lean' ? new Lean() : published();
}

module.exports = { storage };
