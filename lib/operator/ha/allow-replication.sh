#!/bin/sh
# Run once, when the primary's data folder is made: its standby may copy and follow it, with the shop's password.
echo "host replication all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
