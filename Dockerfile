# StackLoop as an image of one file and what that needs: `docker build -t stackloop .`
# To build the same image again in a year, name both bases by their digests as well (node:24-bookworm-slim@sha256:…), as
# `docker buildx imagetools inspect node:24-bookworm-slim` prints them.

FROM node:24-bookworm-slim AS build
WORKDIR /build
# Fetched anew only when these change.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run package && mkdir /data

# glibc and libstdc++ of the same Debian as above, certificates and time zones, and nothing else: no shell and no packages
# that would have to be kept up to date. Its account is 65532.
FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /build/dist/stackloop /usr/local/bin/
COPY --from=build --chown=65532:65532 /data /data
USER 65532:65532
ENV HOST=0.0.0.0 \
  PORT=3000 \
  DATABASE_URL=file:/data/stackloop.db \
  BACKUP_DIR=/data/backups \
  XDG_CACHE_HOME=/home/nonroot/.cache \
  MALLOC_ARENA_MAX=2
# Unpacks the program now, so that a container needs to write nowhere but in /data; and shows that it runs here.
RUN ["/usr/local/bin/stackloop", "--version"]
WORKDIR /data
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s CMD ["/usr/local/bin/stackloop", "health"]
ENTRYPOINT ["/usr/local/bin/stackloop"]
CMD ["serve"]
