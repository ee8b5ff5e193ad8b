# StackLoop as an image of one executable file and its libraries: `docker build -t stackloop .`
# To build the same image later, pin both base images by digest (node:24-bookworm-slim@sha256:…);
# `docker buildx imagetools inspect node:24-bookworm-slim` prints it.

FROM node:24-bookworm-slim AS build
WORKDIR /build
# Packages are downloaded again only when these files change.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run package && mkdir /data

# Only glibc and libstdc++ of the same Debian, certificates and time zones: no shell, and no packages to update. Its
# account is 65532.
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
# Unpacks the program, so that a container writes only to /data, and checks that it runs.
RUN ["/usr/local/bin/stackloop", "--version"]
WORKDIR /data
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s CMD ["/usr/local/bin/stackloop", "health"]
ENTRYPOINT ["/usr/local/bin/stackloop"]
CMD ["serve"]
